// Images open large in place; without scripts they are links to their files.
{
  let dialog = null;

  const build = (close) => {
    const { make } = quire;
    const button = make("button", { type: "button", class: "icon-button", "aria-label": close }, "×");
    dialog = make("dialog", { class: "zoom", "data-lasting": "" }, button, make("figure"));
    button.addEventListener("click", () => dialog.close());
    // The image is as large as the window at first, and as it is with another click.
    dialog.addEventListener("click", (event) => {
      if (event.target.localName === "img") dialog.classList.toggle("whole");
      else dialog.close();
    });
    document.body.append(dialog);
  };

  const show = (link) => {
    const main = document.querySelector("main");
    if (!dialog) build(main.dataset.close);
    const image = link.querySelector("img");
    const { make } = quire;
    const large = make("img", { src: link.href, alt: image.alt });
    const caption = link.closest("figure")?.querySelector("figcaption")?.textContent.trim();
    dialog.classList.remove("whole");
    dialog.setAttribute("aria-label", image.alt || link.getAttribute("aria-label"));
    dialog.querySelector("figure").replaceChildren(large, ...(caption ? [make("figcaption", {}, caption)] : []));
    dialog.showModal();
    dialog.addEventListener("close", () => link.focus({ preventScroll: true }), { once: true });
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.q-zoom");
    const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || other || !HTMLDialogElement.prototype.showModal) return;
    event.preventDefault();
    show(link);
  });
}
