// What all scripts share: what they do with a page, done again where another one takes its place.
"use strict";

const quire = {
  setups: [],
  /** Has `setup` called with every page that is shown, from now on. */
  onPage(setup) {
    this.setups.push(setup);
    setup();
  },
  /** Tells all parts that another page is shown. */
  shown() {
    for (const setup of this.setups) setup();
  },
  /** An element with attributes and content. */
  make(name, attributes = {}, ...content) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  },
  /** The element that a fragment names, if there is one. */
  target(hash) {
    try {
      return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    } catch {
      return null;
    }
  },
};
