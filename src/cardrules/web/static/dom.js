// Small helpers for elements. Text is always set as text, never as HTML.

export const byId = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// Text in which hearts and diamonds are red.
export function withSuits(text) {
  return text.split(/([0-9JQKA]*[♥♦])/).map((part, place) => (place % 2 ? make("span", { class: "red" }, part) : part));
}

// Let the arrow keys move the focus within a group, of which the Tab key reaches one element.
export function roving(group, selector) {
  const items = () => [...group.querySelectorAll(selector)].filter((item) => !item.disabled && item.checkVisibility());
  group.addEventListener("focusin", (event) => {
    const here = event.target.closest(selector);
    if (here) for (const item of items()) item.setAttribute("tabindex", item === here ? 0 : -1);
  });
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = items();
    const here = all.indexOf(event.target.closest(selector));
    if (here < 0 || (!step && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : (here + step + all.length) % all.length;
    all[next].focus();
  });
  return () => items().forEach((item, place) => item.setAttribute("tabindex", place ? -1 : 0));
}
