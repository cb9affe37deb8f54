// From page to page without a reload: a link within the site fetches its page ahead, and the page takes the place of the
// one that is shown.
//
// Whatever is not plainly a page of this site is left to the browser: other origins and sites, files, paper, redirects,
// failures, pages of another design.
{
  const AHEAD = 80;
  const MOST = 20;
  const FRESH = 30_000;
  const root = document.documentElement;
  // The scripts of a site are below its base.
  const base = new URL("..", document.currentScript.src).pathname;
  const supported = Boolean(window.DOMParser && history.pushState && window.AbortController);

  /** The address of a link that leads to another page of this site. */
  const inside = (link) => {
    if (!link?.href || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
    const url = new URL(link.href);
    if (!url.pathname.startsWith(base)) return null;
    const rest = url.pathname.slice(base.length);
    const reserved = rest.split("/").some((part) => part.length > 1 && part.startsWith("~"));
    if (reserved || /\.(md|xml|txt|html?|ico)$/.test(rest) || rest.startsWith("~s/")) return null;
    return url.pathname + url.search === location.pathname + location.search ? null : url;
  };

  // Pages that were fetched ahead: some, for a short time.
  const ahead = new Map();
  const fetched = (url) => {
    const key = url.pathname + url.search;
    const known = ahead.get(key);
    if (known && performance.now() - known.at < FRESH) return known.page;
    const page = fetch(key, { headers: { accept: "text/html" }, redirect: "manual" }).then(async (answer) => {
      const html = answer.headers.get("content-type")?.startsWith("text/html");
      return answer.ok && html ? answer.text() : null;
    }, () => null);
    ahead.delete(key);
    ahead.set(key, { page, at: performance.now() });
    if (ahead.size > MOST) ahead.delete(ahead.keys().next().value);
    return page;
  };

  const saving = () => navigator.connection?.saveData || /2g/.test(navigator.connection?.effectiveType ?? "");
  let hovering = 0;
  const look = (event, delay) => {
    clearTimeout(hovering);
    const url = inside(event.target.closest?.("a"));
    if (url && !saving()) hovering = setTimeout(() => fetched(url), delay);
  };

  // What is known of a page by its head, and what makes it one of another design.
  const FACTS = 'title, meta[name=description], meta[name=robots], meta[property], meta[name^="twitter:"], link[rel=canonical], link[rel=alternate]';
  const design = (page) => {
    const files = [...page.head.querySelectorAll('link[rel=stylesheet], link[rel=icon], script[src]')];
    const addresses = files.map((it) => it.getAttribute("href") ?? it.getAttribute("src"));
    return [...addresses, page.documentElement.hasAttribute("data-fixed")].join(" ");
  };
  const first = design(document);

  // The tree stays as it was folded and scrolled, where it is the tree of the same pages.
  const keepTree = (page) => {
    const [old, fresh] = [document.querySelector(".tree"), page.querySelector(".tree")];
    const start = (tree) => tree.querySelector("a")?.getAttribute("href");
    if (!old || !fresh || start(old) !== start(fresh)) return;
    const here = fresh.querySelector("[aria-current=page]");
    const there = here && [...old.querySelectorAll("a")].find((it) => it.getAttribute("href") === here.getAttribute("href"));
    if (!there) return;
    const [item, known] = [here.closest("li"), there.closest("li")];
    if (known.matches("[data-more]") && !item.matches("[data-more]")) known.replaceWith(item);
    old.querySelector("[aria-current=page]")?.removeAttribute("aria-current");
    const link = old.contains(here) ? here : there;
    link.setAttribute("aria-current", "page");
    const own = link.closest("li").querySelector(":scope > details");
    if (own) own.open = true;
    for (let at = link.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    fresh.replaceWith(old);
  };

  const swap = (page) => {
    for (const it of document.head.querySelectorAll(FACTS)) it.remove();
    document.head.append(...page.head.querySelectorAll(FACTS));
    for (const name of ["lang", "dir"]) root.setAttribute(name, page.documentElement.getAttribute(name));
    const scrolled = document.querySelector(".contents")?.scrollTop ?? 0;
    keepTree(page);
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    const lasting = [...document.body.children].filter((it) => it.matches("dialog, [data-lasting]"));
    document.body.className = page.body.className;
    document.body.replaceChildren(...page.body.childNodes, ...lasting);
    const contents = document.querySelector(".contents");
    if (contents) contents.scrollTop = scrolled;
    quire.shown();
  };

  // Where each entry of the history was scrolled to: pixels, and a block with its place in the window, as what is above
  // may not have its height yet.
  const KEY = "quire-places";
  let places = {};
  try {
    places = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    // Without storage places last as long as the document.
  }
  const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  let entry = history.state?.quire ?? null;
  const begin = () => {
    if (entry) return;
    entry = fresh();
    history.replaceState({ ...history.state, quire: entry }, "");
  };
  const blocks = () => document.querySelector(".body")?.children ?? [];
  const note = () => {
    if (!entry) return;
    const all = blocks();
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].getBoundingClientRect().bottom < 0) low = middle + 1;
      else high = middle;
    }
    places[entry] = [scrollY, low, Math.round(all[low]?.getBoundingClientRect().top ?? 0)];
  };
  const goBack = ([y, at, top]) => {
    scrollTo({ top: y, behavior: "instant" });
    const block = y > innerHeight && blocks()[at];
    if (block) scrollBy({ top: block.getBoundingClientRect().top - top, behavior: "instant" });
  };
  let resting = 0;
  addEventListener("scroll", () => {
    clearTimeout(resting);
    resting = setTimeout(note, 100);
  }, { passive: true });
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-50))));
    } catch {
      // As above.
    }
  });
  // A document that is loaded again at an entry of ours: the browser leaves the place to us.
  if (entry && history.scrollRestoration === "manual" && entry in places) {
    addEventListener("load", () => goBack(places[entry]));
  }

  const focus = (element) => {
    if (!element.matches("a[href], button, input, summary, [tabindex]")) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  };
  // `place` is where the reader was on the page, for entries of the history.
  const arrive = (place) => {
    const target = quire.target(location.hash);
    focus(target ?? document.querySelector("h1") ?? document.querySelector("main"));
    if (place) goBack(place);
    else if (!target) scrollTo({ top: 0, behavior: "instant" });
    else quire.reveal("instant");
    quire.say(document.title);
  };

  let shown = location.pathname + location.search;
  let latest = 0;
  /** Shows the page at an address. Where that is not for us, `otherwise` is what the browser does. */
  const visit = async (url, { enter, place, otherwise }) => {
    const turn = ++latest;
    root.dataset.loading = "";
    const text = await fetched(url);
    if (turn !== latest) return;
    delete root.dataset.loading;
    const page = text && new DOMParser().parseFromString(text, "text/html");
    // A page that may connect to an API has another policy, which holds for the document that it was loaded with.
    const connects = page?.querySelector(".q-try");
    if (!page?.querySelector("main h1") || design(page) !== first || connects) return otherwise();
    enter();
    shown = url.pathname + url.search;
    swap(page);
    arrive(place);
  };

  if (supported) {
    document.addEventListener("pointerover", (event) => look(event, AHEAD));
    document.addEventListener("focusin", (event) => look(event, AHEAD));
    document.addEventListener("touchstart", (event) => look(event, 0), { passive: true });
    document.addEventListener("click", (event) => {
      const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      const url = other || event.defaultPrevented ? null : inside(event.target.closest?.("a"));
      if (!url) return;
      event.preventDefault();
      const enter = () => {
        begin();
        note();
        clearTimeout(resting);
        history.scrollRestoration = "manual";
        entry = fresh();
        history.pushState({ quire: entry }, "", url);
      };
      visit(url, { enter, otherwise: () => location.assign(url) });
    });
    addEventListener("popstate", (event) => {
      clearTimeout(resting);
      entry = event.state?.quire ?? null;
      const place = entry ? places[entry] : null;
      begin();
      if (location.pathname + location.search === shown) {
        latest += 1;
        delete root.dataset.loading;
        if (place) goBack(place);
        return;
      }
      visit(new URL(location.href), { enter() {}, place, otherwise: () => location.reload() });
    });
  }
}
