// Blocks: code that is copied, tabs that are switched.
quire.onPage(() => {
  // Copying, where the browser lets pages do so.
  for (const button of document.querySelectorAll(".q-copy")) {
    if (!navigator.clipboard) break;
    const source = button.closest("figure")?.querySelector(".q-pre, .q-prompt-body");
    if (!source) continue;
    const name = button.textContent;
    let timer = 0;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const lines = [...source.querySelectorAll(".q-line")].map((line) => line.textContent.replace(/\n$/, ""));
      try {
        await navigator.clipboard.writeText(lines.length ? lines.join("\n") : source.innerText.trimEnd());
      } catch {
        return;
      }
      button.textContent = button.dataset.copied;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = name), 2000);
    });
  }

  // Tabs: all with a title that was chosen follow, on this page and on later ones.
  const KEY = "quire-tabs";
  const MOST = 50;
  const remembered = () => {
    try {
      const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const groups = [];
  document.querySelectorAll(".q-tabs").forEach((box, number) => {
    const panels = [...box.querySelectorAll(":scope > .q-tab")];
    const list = document.createElement("div");
    list.className = "tablist";
    list.setAttribute("role", "tablist");
    const tabs = panels.map((panel, at) => {
      const title = panel.querySelector(":scope > .q-tab-title");
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `~tab-${number}-${at}`;
      tab.setAttribute("role", "tab");
      tab.append(...[...title.childNodes].map((node) => node.cloneNode(true)));
      title.hidden = true;
      panel.id ||= `~panel-${number}-${at}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", panel.id);
      return tab;
    });
    if (!tabs.length) return;
    const select = (chosen) => tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      panels[at].hidden = at !== chosen;
    });
    const named = (title) => tabs.findIndex((tab) => tab.textContent === title);
    const choose = (at) => {
      const title = tabs[at].textContent;
      const before = tabs[at].getBoundingClientRect().top;
      select(at);
      for (const group of groups) if (group.list !== list && group.named(title) >= 0) group.select(group.named(title));
      // What is above may have another height now: the tab stays where it was.
      scrollBy({ top: tabs[at].getBoundingClientRect().top - before, behavior: "instant" });
      try {
        const rest = remembered().filter((other) => named(other) < 0);
        localStorage.setItem(KEY, JSON.stringify([title, ...rest].slice(0, MOST)));
      } catch {
        // The choice holds for this page.
      }
    };
    list.append(...tabs);
    list.addEventListener("click", (event) => {
      const at = tabs.indexOf(event.target.closest("[role=tab]"));
      if (at >= 0) choose(at);
    });
    list.addEventListener("keydown", (event) => {
      const at = tabs.indexOf(document.activeElement);
      const step = getComputedStyle(list).direction === "rtl" ? -1 : 1;
      const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: tabs.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      const next = (to + tabs.length) % tabs.length;
      choose(next);
      tabs[next].focus();
    });
    panels.forEach((panel, at) => panel.addEventListener("reveal", () => select(at)));
    const known = remembered().map(named).find((at) => at >= 0);
    select(known ?? 0);
    box.classList.add("tabbed");
    box.prepend(list);
    groups.push({ list, named, select });
  });
});
