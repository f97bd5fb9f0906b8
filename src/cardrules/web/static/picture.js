// The picture of the table, in which cards can be clicked, and reached by the arrow keys.

import { byId, make, roving } from "./dom.js";
import { inSymbols } from "./moves.js";

export class Picture {
  constructor(seat, moves) {
    this.seat = seat;
    this.moves = moves;
    this.box = byId("picture");
    this.turn = 0;
    this.settle = roving(this.box, "[data-card][role=button]");
    moves.marked = () => this.mark();
    let width = 0;
    new ResizeObserver(() => {
      if (Math.abs(this.width() - width) < 8) return;
      width = this.width();
      this.draw();
    }).observe(this.box);
    this.box.addEventListener("click", (event) => this.click(event.target));
    this.box.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && this.click(event.target)) event.preventDefault();
    });
  }

  width() {
    return Math.max(320, Math.min(1200, Math.floor(this.box.clientWidth)));
  }

  // Ask for the picture and show it; of several answers only the last one counts.
  async draw() {
    const turn = ++this.turn;
    const text = await this.seat.picture(this.width(), localStorage.getItem("colours") === "4" ? 4 : 2).catch(() => null);
    if (text === null || turn !== this.turn) return;
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.dataset.card : null;
    this.box.replaceChildren(document.importNode(picture, true));
    this.mark();
    if (focused) this.box.querySelector(`[data-card="${focused}"][role=button]`)?.focus();
  }

  // Mark the cards that legal moves name, those that are chosen, and on one's turn let all open cards be clicked.
  mark() {
    const named = new Set(this.moves.legal.flatMap((move) => move.cards));
    const picture = this.box.querySelector("svg");
    if (picture) picture.setAttribute("role", named.size ? "group" : "img");
    for (const card of this.box.querySelectorAll("[data-card]")) {
      const name = card.dataset.card;
      const playable = named.has(name);
      const chosen = this.moves.chosen.includes(name);
      card.classList.toggle("playable", playable);
      card.classList.toggle("chosen", chosen);
      card.classList.toggle("open", this.moves.legal.length > 0 && name !== "??");
      if (playable) {
        card.setAttribute("role", "button");
        card.setAttribute("aria-label", inSymbols(name));
        card.setAttribute("aria-pressed", chosen);
      } else {
        for (const attribute of ["role", "tabindex", "aria-label", "aria-pressed"]) card.removeAttribute(attribute);
      }
    }
    this.settle();
  }

  click(target) {
    const card = target.closest?.("[data-card]");
    if (!card || !this.moves.legal.length || card.dataset.card === "??") return false;
    this.moves.choose(card.dataset.card);
    return true;
  }
}

// The choice between packs of two colours and of four.
export function colourChoice(picture) {
  const four = localStorage.getItem("colours") === "4";
  const box = make("input", { type: "checkbox", id: "four-colours", checked: four });
  box.addEventListener("change", () => {
    localStorage.setItem("colours", box.checked ? "4" : "2");
    picture.draw();
  });
  return make("p", {}, box, make("label", { for: "four-colours" }, " a colour for each suit"));
}
