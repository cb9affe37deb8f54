// The outline: open beside the text, and marking what is being read.
{
  const wide = matchMedia("(min-width: 80rem)");
  let links = [];
  let targets = [];

  const unfold = () => {
    const details = document.querySelector(".outline > details");
    if (!details) return;
    details.open = wide.matches;
    details.querySelector("summary").tabIndex = wide.matches ? -1 : 0;
  };

  // The last heading that is above the upper third of the window.
  const reading = () => {
    const line = innerHeight / 3;
    const ended = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    return ended ? targets.length - 1 : targets.findLastIndex((it) => it && it.getBoundingClientRect().top < line);
  };
  // Of a long outline, only the branch that is read is unfolded; on small screens all of it is in one list.
  const MOST = 40;
  const top = (link) => !link.parentElement.matches(".level-2");
  const fold = (at) => {
    const start = links.findLastIndex((link, n) => n <= Math.max(at, 0) && top(link));
    const end = links.findIndex((link, n) => n > start && top(link));
    links.forEach((link, n) => {
      const inside = n >= start && (end < 0 || n < end);
      link.parentElement.hidden = wide.matches && !top(link) && !inside;
    });
  };
  const follow = (link) => {
    const box = link.closest("details");
    const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
  };

  let marked = -2;
  const mark = () => {
    const at = reading();
    if (at === marked) return;
    links[marked]?.removeAttribute("aria-current");
    marked = at;
    if (links.length > MOST) fold(at);
    links[at]?.setAttribute("aria-current", "location");
    if (links[at]) follow(links[at]);
  };

  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting || !links.length) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  }, { passive: true });
  wide.addEventListener("change", () => {
    unfold();
    marked = -2;
    mark();
  });
  quire.onPage(() => {
    links = [...document.querySelectorAll(".outline a")];
    targets = links.map((link) => quire.target(link.hash));
    marked = -2;
    unfold();
    mark();
  });
}
