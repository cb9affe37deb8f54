// The table of contents: the page is in view, and branches of large tables open in place.
{
  const contents = () => document.querySelector(".contents");

  // The list of a branch, from the table on the branch's own page.
  const fetched = async (item, link) => {
    const answer = await fetch(link.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector(".tree [aria-current=page]")?.closest("li");
    const branch = item.dataset.more === "group" ? there?.closest("li.group") : there;
    const list = branch?.querySelector(":scope > ul, :scope > details > ul");
    list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    return list && document.importNode(list, true);
  };

  const fold = (item) => {
    const link = item.querySelector(":scope > a");
    const glyph = link?.querySelector(":scope > .glyph:last-child");
    if (!glyph) return;
    const label = document.querySelector(".tree").dataset.below.replace("{}", link.textContent.trim());
    const button = quire.make("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-label": label }, glyph);
    link.after(button);
    let list = null;
    button.addEventListener("click", async () => {
      const open = button.getAttribute("aria-expanded") !== "true";
      if (open && !list) {
        button.disabled = true;
        list = await fetched(item, link).catch(() => null);
        button.disabled = false;
        if (!list) {
          location.assign(link.href);
          return;
        }
        button.after(list);
        list.querySelectorAll("li[data-more]").forEach(fold);
      }
      if (list) list.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
    });
  };

  quire.onPage(() => {
    const box = contents();
    if (!box) return;
    box.querySelectorAll("li[data-more]:not(:has(> .fold))").forEach(fold);
    const current = box.querySelector("[aria-current=page]");
    if (!current) return;
    const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
    // What is in view already stays where it is.
    if (top < 0 || top > box.clientHeight - current.offsetHeight) box.scrollTop += top - box.clientHeight / 3;
  });
}
