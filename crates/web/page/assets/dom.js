// Small things that every script of the page needs.

// The element of the page with this id: `Elements` is written from index.html.
/**
 * @template {keyof Elements} Id
 * @param {Id} id
 * @returns {Elements[Id]}
 */
export const $ = id => /** @type {any} */ (document.getElementById(id));

/** @param {Element} element @param {string} text */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// An element with its attributes and what is in it.
/**
 * @template {keyof Tags} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | undefined>} attributes
 * @param {...(Node | string)} content
 * @returns {Tags[Name]}
 */
export function make(name, attributes = {}, ...content) {
  const svg = ["svg", "path", "line", "circle", "text", "g", "polyline", "rect"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...content);
  return /** @type {any} */ (element);
}

// A part of the page's own HTML, which has it.
/** @param {Element} element @param {string} selector */
export const part = (element, selector) => /** @type {Element} */ (element.querySelector(selector));

// What the button that was pressed has with it, if it was one.
/** @param {Event} event @returns {DOMStringMap} */
export const pressed = event => (event.target instanceof Element && event.target.closest("button")?.dataset) || {};

// What went wrong, in words: Rust throws those, the worker and the browser errors.
/** @param {unknown} mistake */
export const why = mistake => mistake instanceof Error ? mistake.message : String(mistake);

// What can be filled in, by name.
/** @param {HTMLFormElement} form @returns {Record<string, HTMLInputElement>} */
export const controls = form => /** @type {any} */ (form.elements);

// What a canvas is drawn on with.
/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

// Names and values, as the items of a list; what a figure means is in the help.
/** @param {{ name: string, value: string }[]} all */
export function facts(all) {
  const known = [...$("help-figures").querySelectorAll("dt")];
  return all.map(({ name, value }) => {
    const title = known.find(({ textContent }) => textContent === name)?.nextElementSibling?.textContent ?? undefined;
    return make("div", { title }, make("dt", {}, name), make("dd", {}, value));
  });
}

// Hands a file to the browser.
/** @param {string} name @param {BlobPart[]} parts @param {string} type */
export function download(name, parts, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
