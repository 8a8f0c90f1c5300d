// Small things that every script of the page needs.

export const $ = id => document.getElementById(id);

export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// An element with its attributes and what is in it.
export function make(name, attributes = {}, ...content) {
  const svg = ["svg", "path", "line", "circle", "text", "g", "polyline", "rect"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content);
  return element;
}

// Names and values, as the items of a list.
export function facts(all) {
  return all.map(({ name, value }) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
}

// Hands a file to the browser.
export function download(name, parts, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
