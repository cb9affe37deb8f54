// Around a page: colours, pickers, the menu of small screens, the outline, what an address points into.
"use strict";

{
  const root = document.documentElement;

  // Colours: the button goes round system, light, dark, and says where it is.
  const button = document.querySelector("button.theme");
  if (button) {
    const order = ["system", "light", "dark"];
    const tell = () => {
      const name = `${button.dataset.label}: ${button.dataset[root.dataset.theme]}`;
      button.setAttribute("aria-label", name);
      button.title = name;
    };
    button.hidden = false;
    tell();
    button.addEventListener("click", () => {
      root.dataset.theme = order[(order.indexOf(root.dataset.theme) + 1) % order.length];
      try {
        localStorage.setItem("quire-theme", root.dataset.theme);
      } catch {
        // The choice holds for this page.
      }
      tell();
    });
  }

  // Pickers close as menus do.
  const pickers = document.querySelectorAll("details.picker");
  document.addEventListener("click", (event) => {
    for (const picker of pickers) if (picker.open && !picker.contains(event.target)) picker.open = false;
  });
  for (const picker of pickers) {
    picker.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !picker.open) return;
      picker.open = false;
      picker.querySelector("summary").focus();
    });
    picker.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !picker.contains(event.relatedTarget)) picker.open = false;
    });
  }

  // The table of contents on small screens: a drawer that keeps the address as it is.
  const contents = document.querySelector(".contents");
  const opener = document.querySelector(".menu-open");
  if (contents && opener) {
    const toggle = (open) => {
      root.toggleAttribute("data-menu", open);
      opener.setAttribute("aria-expanded", String(open));
      (open ? contents.querySelector(".contents-close") : opener).focus();
    };
    opener.setAttribute("role", "button");
    opener.setAttribute("aria-expanded", "false");
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      toggle(true);
    });
    contents.querySelector(".contents-close").addEventListener("click", (event) => {
      event.preventDefault();
      toggle(false);
    });
    document.addEventListener("click", (event) => {
      const inside = contents.contains(event.target) || opener.contains(event.target);
      if (root.hasAttribute("data-menu") && !inside) toggle(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && root.hasAttribute("data-menu")) toggle(false);
    });
  }

  // The outline marks what is being read: the last heading that is above the upper third.
  const links = [...document.querySelectorAll(".outline a")];
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length) {
    let waiting = false;
    const mark = () => {
      waiting = false;
      const line = innerHeight / 3;
      const ended = scrollY + innerHeight >= root.scrollHeight - 2 && scrollY > 0;
      let last = targets.findLastIndex((target) => target && target.getBoundingClientRect().top < line);
      if (ended) last = Math.max(last, targets.length - 1);
      links.forEach((link, at) => {
        if (at === last) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      });
    };
    addEventListener("scroll", () => {
      if (!waiting) requestAnimationFrame(mark);
      waiting = true;
    }, { passive: true });
    mark();
  }

  // What an address points into is opened.
  const reveal = () => {
    let target = null;
    try {
      target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return;
    }
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.localName === "details") at.open = true;
    target.dispatchEvent(new CustomEvent("reveal", { bubbles: true }));
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  addEventListener("DOMContentLoaded", reveal);
}
