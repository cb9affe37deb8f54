// The search dialog: opened by the field in the header, by Ctrl or Command and K, and by a slash.
{
  let form = null;
  const DELAY = 120;
  const MOST_PARTS = 3;

  const build = () => {
    const words = form.dataset;
    const { make } = quire;

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

    const show = (query, items, more) => {
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
      if (more) {
        const address = new URL(form.action);
        address.searchParams.set("q", query);
        hits.append(hit(address.href, words.more, [], false));
      }
      const found = (more ? words.part : words.found).replace("{}", items.length);
      status.textContent = query && (items.length ? found : words.nothing.replace("{}", query));
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
        const { items, more } = await answer.json();
        show(query, items ?? [], more);
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

  let ready = null;
  const open = (query) => (ready ??= build())(query);
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);

  // The field becomes a button that opens the dialog; its form is kept for the words and the address.
  const replace = (field) => {
    form = field;
    const label = quire.make("span", {}, form.querySelector("input").placeholder);
    const keys = quire.make("kbd", { "aria-hidden": "true" }, mac ? "⌘ K" : "Ctrl K");
    const shortcuts = { "aria-haspopup": "dialog", "aria-keyshortcuts": "Control+K Meta+K /" };
    const button = quire.make("button", { type: "button", class: form.className, ...shortcuts });
    button.append(form.querySelector(".glyph").cloneNode(true), label, keys);
    button.addEventListener("click", () => open());
    form.replaceWith(button);
  };

  const supported = Boolean(HTMLDialogElement.prototype.showModal);
  quire.onPage(() => {
    const field = document.querySelector("form.search");
    if (!field || !supported) return;
    replace(field);
    document.querySelector(".search-link")?.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
    for (const button of document.querySelectorAll("button[data-action]")) {
      button.hidden = false;
      button.addEventListener("click", () => open(button.dataset.query));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (!form) return;
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const k = event.key.toLowerCase() === "k" && (mac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
    if (!slash && !k) return;
    event.preventDefault();
    open();
  });
}
