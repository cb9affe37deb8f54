// The search dialog: opened by the field in the header, by Ctrl or Command and K, and by a slash.
{
  const form = document.querySelector("form.search");
  const DELAY = 120;
  const MOST_PARTS = 3;

  const build = () => {
    const words = form.dataset;
    const make = (name, attributes = {}, ...content) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...content);
      return element;
    };

    const input = make("input", {
      type: "search", name: "q", maxlength: "200", autocomplete: "off", spellcheck: "false", role: "combobox",
      placeholder: words.for, "aria-label": words.for, "aria-expanded": "false",
      "aria-controls": "~hits", "aria-autocomplete": "list",
    });
    const close = make("button", { type: "button", class: "icon-button", "aria-label": words.close });
    close.append("×");
    const hits = make("div", { class: "hits", id: "~hits", role: "listbox", "aria-label": words.results });
    const status = make("span", { role: "status" });
    const keys = make("span", { class: "keys" }, words.keys);
    const glyph = form.querySelector(".glyph").cloneNode(true);
    const inner = make("form", { action: form.action, role: "search" }, glyph, input, close);
    const dialog = make("dialog", { class: "finder", "aria-label": words.for }, inner, hits, make("p", { class: "state" }, keys, status));
    document.body.append(dialog);

    let options = [];
    let chosen = -1;
    const choose = (at) => {
      options[chosen]?.setAttribute("aria-selected", "false");
      chosen = options.length ? (at + options.length) % options.length : -1;
      const option = options[chosen];
      option?.setAttribute("aria-selected", "true");
      option?.scrollIntoView({ block: "nearest" });
      if (option) input.setAttribute("aria-activedescendant", option.id);
      else input.removeAttribute("aria-activedescendant");
    };

    const hit = (url, title, lines, part) => {
      const id = `~hit-${options.length}`;
      const option = make("a", { class: part ? "hit part" : "hit", id, role: "option", href: url, tabindex: "-1", "aria-selected": "false" });
      option.append(make("b", {}, title));
      for (const line of lines) option.append(make("small", {}, ...line));
      options.push(option);
      return option;
    };
    const snippet = (pieces) => (pieces ?? []).map(({ text, marked }) => (marked ? make("mark", {}, text) : text));

    const show = (query, items) => {
      options = [];
      hits.replaceChildren();
      for (const item of items) {
        const above = (item.breadcrumbs ?? []).map((crumb) => crumb.title ?? crumb).join(" / ");
        const parts = (item.sections ?? []).slice(0, MOST_PARTS);
        // What is found before the first heading leads to the page itself.
        const start = parts.find((part) => part.url === item.url);
        const lines = [above ? [above] : [], snippet(start?.snippet)].filter((line) => line.length);
        hits.append(hit(item.url, item.title, lines, false));
        for (const part of parts.filter((part) => part !== start)) {
          hits.append(hit(part.url, part.title || item.title, [snippet(part.snippet)], true));
        }
      }
      input.setAttribute("aria-expanded", String(items.length > 0));
      status.textContent = query && (items.length ? words.found.replace("{}", items.length) : words.nothing.replace("{}", query));
      chosen = -1;
      choose(0);
    };

    let timer = 0;
    let request = null;
    const ask = async () => {
      const query = input.value.trim();
      request?.abort();
      if (!query) return show("", []);
      request = new AbortController();
      const address = new URL(form.action);
      address.searchParams.set("q", query);
      try {
        const answer = await fetch(address, { headers: { accept: "application/json" }, signal: request.signal });
        if (!answer.ok) throw new Error(answer.statusText);
        show(query, (await answer.json()).items ?? []);
      } catch (error) {
        if (error.name === "AbortError") return;
        show("", []);
        status.textContent = words.failed;
      }
    };
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, DELAY);
    });
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        choose(chosen + step);
      } else if (event.key === "Enter" && options[chosen]) {
        event.preventDefault();
        options[chosen].click();
      } else if (event.key === "Escape") {
        // Browsers would only empty the field.
        event.preventDefault();
        dialog.close();
      }
    });
    hits.addEventListener("click", (event) => {
      if (event.target.closest("a") && !event.ctrlKey && !event.metaKey) dialog.close();
    });
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });

    return (query) => {
      if (dialog.open) return;
      dialog.showModal();
      if (query !== undefined) input.value = query;
      input.select();
      ask();
    };
  };

  if (form && HTMLDialogElement.prototype.showModal) {
    let ready = null;
    const open = (query) => (ready ??= build())(query);
    const mac = /Mac|iPhone|iPad/.test(navigator.platform);

    // The field becomes a button that opens the dialog; its form stays in it for the words and the address.
    const field = form.querySelector("input");
    const button = document.createElement("button");
    button.type = "button";
    button.className = form.className;
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-keyshortcuts", "Control+K Meta+K /");
    const label = document.createElement("span");
    label.textContent = field.placeholder;
    const keys = document.createElement("kbd");
    keys.setAttribute("aria-hidden", "true");
    keys.textContent = mac ? "⌘ K" : "Ctrl K";
    button.append(form.querySelector(".glyph").cloneNode(true), label, keys);
    button.addEventListener("click", () => open());
    form.replaceWith(button);

    document.querySelector(".search-link")?.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
      const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
      const k = event.key.toLowerCase() === "k" && (mac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!slash && !k) return;
      event.preventDefault();
      open();
    });
    for (const button of document.querySelectorAll("button[data-action]")) {
      button.hidden = false;
      button.addEventListener("click", () => open(button.dataset.query));
    }
  }
}
