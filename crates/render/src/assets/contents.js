// The table of contents: the page is in view, and branches of large tables open in place.
{
  const contents = document.querySelector(".contents");
  const current = contents?.querySelector("[aria-current=page]");
  if (current && contents.scrollHeight > contents.clientHeight) {
    const at = current.getBoundingClientRect().top - contents.getBoundingClientRect().top;
    contents.scrollTop = at - contents.clientHeight / 3;
  }

  // The list of a branch, from the table on the branch's own page.
  const fetched = async (item, link) => {
    const answer = await fetch(link.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector(".contents [aria-current=page]")?.closest("li");
    const branch = item.dataset.more === "group" ? there?.closest("li.group") : there;
    const list = branch?.querySelector(":scope > ul, :scope > details > ul");
    list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    return list && document.importNode(list, true);
  };

  const fold = (item) => {
    const link = item.querySelector(":scope > a");
    const glyph = link?.querySelector(":scope > .glyph:last-child");
    if (!glyph) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "fold";
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", contents.dataset.below.replace("{}", link.textContent.trim()));
    button.append(glyph);
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
  contents?.querySelectorAll("li[data-more]").forEach(fold);
}
