// The menu of small screens: a drawer that keeps the address as it is, and the rest of the page out of reach.
{
  const root = document.documentElement;
  const opener = () => document.querySelector(".menu-open");
  const drawer = () => document.querySelector(".contents");
  const isOpen = () => root.hasAttribute("data-menu");

  const toggle = (open) => {
    root.toggleAttribute("data-menu", open);
    opener().setAttribute("aria-expanded", String(open));
    for (const behind of document.querySelectorAll("body > :not(.frame), .frame > main")) behind.inert = open;
    (open ? drawer().querySelector(".contents-close") : opener()).focus();
  };

  quire.onPage(() => {
    root.removeAttribute("data-menu");
    const button = opener();
    if (!button || !drawer()) return;
    button.setAttribute("role", "button");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", (event) => {
      event.preventDefault();
      toggle(true);
    });
    button.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      toggle(true);
    });
    drawer().querySelector(".contents-close").addEventListener("click", (event) => {
      event.preventDefault();
      if (isOpen()) toggle(false);
      else location.hash = "~content";
    });
  });
  document.addEventListener("click", (event) => {
    if (isOpen() && !drawer().contains(event.target) && !opener().contains(event.target)) toggle(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) toggle(false);
  });
  // A window that becomes large has no drawer.
  matchMedia("(min-width: 60rem)").addEventListener("change", (large) => {
    if (large.matches && isOpen()) toggle(false);
  });
}
