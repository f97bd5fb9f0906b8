// The page on which a table is set up: when an option changes, so may the seats.

import { byId } from "./dom.js";

const form = byId("setup");
const options = byId("options-of-the-game");

options.addEventListener("change", async () => {
  const fields = new FormData(form);
  const response = await fetch(`${form.getAttribute("action")}?${new URLSearchParams(fields)}`).catch(() => null);
  if (!response) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["seats", "error", "rules"]) {
    const [old, fresh] = [byId(id), page.getElementById(id)];
    if (!old || !fresh) continue;
    fresh.open = old.open;
    old.replaceWith(document.importNode(fresh, true));
  }
});

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#rule-") && byId("rules")) byId("rules").open = true;
});
options.querySelector("button.quiet").hidden = true;
