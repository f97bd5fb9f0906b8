// A table: what happens is shown as it comes, and moves are sent.

import { Refusal, Seat } from "./api.js";
import { byId, make, withSuits } from "./dom.js";
import { Moves } from "./moves.js";
import { Picture, colourChoice } from "./picture.js";

const main = byId("table");
const seat = new Seat(main.dataset.api);
const moves = new Moves(play);
const picture = new Picture(seat, moves);
let known = null; // the last document of the table
let busy = false;
let logged = 0; // the number of events that are shown

const nameOf = (number) => (number === known.you ? "you" : known.seats[number].name);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function show(table) {
  const earlier = known;
  if (earlier && (table.epoch < earlier.epoch || (table.epoch === earlier.epoch && table.moves < earlier.moves))) return;
  known = table;
  status(table);
  moves.show(table.legal);
  log(table, !earlier || earlier.epoch !== table.epoch);
  undo(table);
  people(table);
  result(table);
  const news = !earlier || earlier.moves !== table.moves || earlier.epoch !== table.epoch;
  if (news) refuse(null);
  if (news || JSON.stringify(earlier.seats) !== JSON.stringify(table.seats)) picture.draw();
}

function status(table) {
  const yours = table.you !== null && table.to_act === table.you;
  const waiting = table.to_act === null ? null : table.seats[table.to_act];
  const text =
    table.to_act === null
      ? "The game is over"
      : yours
        ? `Your turn · ${table.phase}`
        : waiting.open
          ? `Waiting until somebody takes seat ${table.to_act}`
          : `${waiting.name} is to act · ${table.phase}`;
  const element = byId("status");
  if (element.textContent !== text) element.textContent = text;
  document.body.classList.toggle("your-turn", yours);
  document.title = document.title.replace(/^(● )?/, yours ? "● " : "");
  byId("typed")?.toggleAttribute("hidden", !yours);
}

function log(table, anew) {
  const list = byId("log");
  if (anew) {
    list.replaceChildren();
    logged = 0;
    if (table.since) list.append(make("li", {}, make("a", { href: `${seat.base}/transcript`, target: "_blank", rel: "noopener" }, "earlier moves as text")));
  }
  const near = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  for (const event of table.events.filter((event) => event.number >= logged)) {
    logged = event.number + 1;
    const who = event.seat === null ? "" : capital(nameOf(event.seat));
    const more = event.changes.length ? ` (${event.changes.join("; ")})` : "";
    list.append(
      make("li", { "data-number": event.number, class: event.seat === table.you && who ? "own" : null },
        who ? make("strong", {}, who, ": ") : null, ...withSuits(event.words + more)),
    );
  }
  if (near || anew) list.scrollTop = list.scrollHeight;
}

function undo(table) {
  const button = byId("undo");
  if (button) button.hidden = table.undo !== null || !table.moves;
  const box = byId("undo-request");
  box.hidden = table.undo === null;
  if (table.undo === null) return;
  const own = table.undo.seat === table.you;
  const asked = table.undo.waiting.includes(table.you);
  const waiting = table.undo.waiting.map(nameOf).join(", ");
  const answer = (text, agree) => make("button", { type: "button", onclick: () => send("/undo", { agree }) }, text);
  box.replaceChildren(
    make("p", {}, own ? `You want to take your last move back. Waiting for ${waiting}.` : `${capital(nameOf(table.undo.seat))} wants to take the last move back.`),
    asked ? answer("Agree", true) : "",
    asked ? answer("Refuse", false) : own ? answer("Never mind", false) : "",
  );
}

function people(table) {
  const invitation = (number) => table.invitations.find((open) => open.seat === number);
  byId("people").replaceChildren(
    ...table.seats.map((sitter, number) => {
      const kind = { thinking: "thinking computer", random: "random computer", house: "the house" }[sitter.kind];
      const about = sitter.open ? "nobody has taken this seat yet" : number === table.you ? "you" : sitter.kind === "house" ? "" : kind;
      const open = invitation(number);
      return make("li", {}, make("strong", {}, sitter.name), about ? ` · ${about}` : "", open ? link("Send this link to a friend:", open.page) : null);
    }),
  );
  if (table.invitations.length && !byId("seats-and-links").dataset.opened) {
    byId("seats-and-links").open = true;
    byId("seats-and-links").dataset.opened = "yes";
  }
  if (byId("links").childElementCount) return;
  byId("links").append(
    link("Anybody may watch with this link:", table.watch),
    make("p", {}, make("a", { href: `${seat.base}/transcript`, target: "_blank", rel: "noopener" }, "The game so far as text")),
    colourChoice(picture),
  );
}

function link(text, path) {
  const address = new URL(path, location.href).href;
  const field = make("input", { readonly: true, value: address, "aria-label": text, onfocus: (event) => event.target.select() });
  const copy = make("button", { type: "button", class: "quiet" }, "Copy");
  copy.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard?.writeText(address).catch(() => null);
    copy.textContent = "Copied";
  });
  return make("p", { class: "link" }, text, make("span", { class: "row" }, field, copy));
}

function result(table) {
  const box = byId("result");
  box.hidden = table.outcome === null;
  if (table.outcome === null) return;
  const { scores, winners } = table.outcome;
  const best = winners.map(nameOf).map(capital).join(" and ");
  const alone = scores.length === 1;
  const verb = winners.length > 1 || winners[0] === table.you ? "win" : "wins";
  const title = alone ? (winners.length ? "Won" : "Not won") : winners.length ? `${best} ${verb}` : "Nobody wins";
  const rows = scores.map((score, number) =>
    make("tr", { class: winners.includes(number) ? "winner" : null }, make("th", { scope: "row" }, alone ? "Score" : capital(nameOf(number))), make("td", {}, String(score))),
  );
  const again = table.next
    ? make("a", { href: table.next, class: "button main" }, "To the next game")
    : table.you === null ? null : make("button", { type: "button", class: "main", onclick: playAgain }, "Play again");
  box.replaceChildren(
    make("h3", {}, title),
    make("table", {}, ...rows),
    ...table.notes.map((note) => make("p", {}, ...withSuits(note))),
    again ?? "",
  );
}

function refuse(refusal) {
  const box = byId("refusal");
  box.hidden = !refusal;
  if (!refusal) return box.replaceChildren();
  const links = refusal.rules.flatMap((number) => [" ", make("a", { href: `#rule-${number}`, onclick: openRules }, `rule ${number}`)]);
  return box.replaceChildren(...withSuits(`${capital(refusal.message)}${links.length ? " ·" : ""}`), ...links);
}

function openRules(event) {
  const rules = byId("rules");
  if (!rules) return;
  rules.open = true;
  const rule = byId(event.target.getAttribute("href").slice(1));
  event.preventDefault();
  rule?.scrollIntoView({ block: "nearest" });
  rule?.focus();
}

async function send(path, body) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    show(await seat.send(path, body, known));
    refuse(null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error);
    if (error.status === 409) await look();
    refuse(error);
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
}

function play(move) {
  return send("/moves", { ...move, epoch: known.epoch });
}

async function playAgain() {
  try {
    location.assign((await seat.send("/again", {})).page);
  } catch (error) {
    refuse(error);
  }
}

async function look() {
  show(await seat.look(known));
}

byId("undo")?.addEventListener("click", () => send("/undo", {}));

byId("typed")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("words");
  if (!field.value.trim()) return;
  await play({ words: field.value });
  if (byId("refusal").hidden) field.value = "";
});

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#rule-") && byId("rules")) byId("rules").open = true;
});

let seen = "";
seat.listen(
  (version) => {
    const text = JSON.stringify(version);
    const current = known && version.version === known.version && version.moves === known.moves && version.epoch === known.epoch;
    if (text !== seen && !current) look().catch(() => (seen = ""));
    seen = text;
  },
  (connected) => {
    main.classList.toggle("offline", !connected);
    if (!connected) {
      seen = "";
      known &&= { ...known, version: -1 };
      byId("status").textContent = "No connection; trying again …";
    } else if (known) look().catch(() => null);
  },
);
look().catch(refuse);
