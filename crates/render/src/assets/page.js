// Around a page: colours, pickers, tabs, what an address points into.
{
  const root = document.documentElement;

  // Colours: the button goes round system, light, dark, and says where it is.
  const ORDER = ["system", "light", "dark"];
  const tell = (button) => {
    const name = `${button.dataset.label}: ${button.dataset[root.dataset.theme]}`;
    button.setAttribute("aria-label", name);
    button.title = name;
  };
  const turn = (button) => {
    root.dataset.theme = ORDER[(ORDER.indexOf(root.dataset.theme) + 1) % ORDER.length];
    try {
      localStorage.setItem("quire-theme", root.dataset.theme);
    } catch {
      // The choice holds until the next load.
    }
    tell(button);
  };
  quire.onPage(() => {
    const button = document.querySelector("button.theme");
    if (!button) return;
    button.hidden = false;
    tell(button);
    button.addEventListener("click", () => turn(button));
  });

  // Pickers close as menus do.
  const opened = () => document.querySelectorAll("details.picker[open]");
  document.addEventListener("click", (event) => {
    for (const picker of opened()) if (!picker.contains(event.target)) picker.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const picker = event.key === "Escape" && event.target.closest?.("details.picker[open]");
    if (!picker) return;
    picker.open = false;
    picker.querySelector("summary").focus();
  });
  document.addEventListener("focusout", (event) => {
    const picker = event.target.closest?.("details.picker[open]");
    if (picker && event.relatedTarget && !picker.contains(event.relatedTarget)) picker.open = false;
  });

  // The section that is read is in view in its row.
  quire.onPage(() => {
    const row = document.querySelector(".tabs > ul");
    const current = row?.querySelector(":scope > li > a[aria-current], summary.current");
    if (!current) return;
    const [box, at] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
    row.scrollLeft += at.left + at.width / 2 - (box.left + box.width / 2);
  });

  // What an address points into is opened.
  quire.reveal = (behavior = "auto") => {
    const target = quire.target(location.hash);
    if (!target) return false;
    for (let at = target; at; at = at.parentElement) if (at.localName === "details") at.open = true;
    target.dispatchEvent(new CustomEvent("reveal", { bubbles: true }));
    root.toggleAttribute("data-whole", true);
    target.scrollIntoView({ behavior });
    return true;
  };
  quire.onPage(() => root.removeAttribute("data-whole"));
  addEventListener("hashchange", () => quire.reveal());
  addEventListener("DOMContentLoaded", () => quire.reveal());
}
