// The legal moves as buttons by kind, with a field for amounts, and the cards that are chosen in the picture.

import { byId, make, roving, withSuits } from "./dom.js";

const MANY = 32; // moves of a kind that are all shown
const SOME = 12; // of more only these are shown
const FEW_AMOUNTS = 8; // amounts that are buttons; more are a field

export class Moves {
  constructor(play) {
    this.play = play;
    this.box = byId("moves");
    this.legal = [];
    this.chosen = [];
    this.settle = roving(this.box, "button.move");
  }

  show(legal) {
    this.legal = legal;
    this.chosen = this.chosen.filter((card) => legal.some((move) => move.cards.includes(card)));
    const known = byId("known-moves");
    if (known) known.replaceChildren(...legal.slice(0, 200).map((move) => make("option", { value: move.words })));
    this.draw();
  }

  // Choose a card of the picture. A card that is the whole of one move, and part of no other, is played at once.
  choose(card) {
    const naming = this.legal.filter((move) => move.cards.includes(card));
    if (!naming.length) return this.play({ words: card });
    if (naming.length === 1 && naming[0].cards.length === 1) return this.play({ move: naming[0].move });
    this.chosen = this.chosen.includes(card) ? this.chosen.filter((other) => other !== card) : [...this.chosen, card];
    if (!this.fitting().length) this.chosen = [card];
    return this.draw();
  }

  fitting() {
    return this.legal.filter((move) => this.chosen.every((card) => move.cards.includes(card)));
  }

  draw() {
    const fitting = this.fitting().sort((one, other) => (this.chosen.length ? one.cards.length - other.cards.length : 0));
    const kinds = new Map();
    for (const move of fitting) kinds.set(move.kind, [...(kinds.get(move.kind) ?? []), move]);
    const alone = [...kinds].filter(([, moves]) => moves.length === 1 && !moves[0].details).map(([, moves]) => moves[0]);
    const groups = [...kinds].filter(([, moves]) => moves.length > 1 || moves[0].details);
    this.box.replaceChildren(
      ...(this.chosen.length ? [this.choice()] : []),
      ...groups.map(([kind, moves]) => this.group(kind, moves)),
      ...(alone.length ? [make("div", { class: "row" }, ...alone.map((move) => this.button(move, move.kind)))] : []),
    );
    this.settle();
    this.marked?.();
  }

  choice() {
    return make(
      "p",
      { class: "choice" },
      ...withSuits(`Chosen: ${this.chosen.map(inSymbols).join(" ")} `),
      make("button", { type: "button", class: "quiet", onclick: () => this.clear() }, "Choose anew"),
    );
  }

  clear() {
    this.chosen = [];
    this.draw();
  }

  group(kind, moves) {
    const numbers = moves.every((move) => move.amount !== null) && moves.length > FEW_AMOUNTS;
    const shown = numbers ? [] : moves.length > MANY ? moves.slice(0, SOME) : moves;
    const more = numbers ? 0 : moves.length - shown.length;
    return make(
      "div",
      { class: "kind", role: "group", "aria-label": kind },
      make("h3", {}, kind),
      numbers ? this.amount(kind, moves) : make("div", { class: "row" }, ...shown.map((move) => this.button(move, move.details || kind))),
      more ? make("p", { class: "help" }, `and ${more} more: choose cards in the picture, or type the move`) : null,
    );
  }

  button(move, text) {
    const attributes = { type: "button", class: "move", "aria-label": move.words, onclick: () => this.play({ move: move.move }) };
    return make("button", attributes, ...withSuits(text));
  }

  // A field for an amount, when there are many.
  amount(kind, moves) {
    const amounts = moves.map((move) => move.amount);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    const field = make("input", { type: "number", min: least, max: most, step: amounts[1] - amounts[0], value: least, required: true, "aria-label": `${kind}, from ${least} to ${most}` });
    const slider = make("input", { type: "range", min: least, max: most, step: amounts[1] - amounts[0], value: least, "aria-hidden": "true", tabindex: -1 });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    const form = make("form", { class: "amount" }, field, slider, make("button", { class: "move" }, kind));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const found = moves.find((move) => move.amount === Number(field.value));
      this.play(found ? { move: found.move } : { words: `${kind} ${field.value}` });
    });
    return form;
  }
}

export const inSymbols = (card) => card.replace(/[CDHS]$/, (suit) => ({ C: "♣", D: "♦", H: "♥", S: "♠" })[suit]);
