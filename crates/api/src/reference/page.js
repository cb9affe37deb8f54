"use strict";
(() => {
  const input = document.getElementById("q");
  const items = document.querySelectorAll("[data-text]");
  const groups = document.querySelectorAll("nav section, main section[id^='tag-']");
  const status = document.getElementById("none");
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    for (const group of groups) group.hidden = !group.querySelector("[data-text]:not([hidden])");
    const none = document.querySelector("main [data-text]:not([hidden])") === null;
    status.textContent = none ? "No operation matches." : "";
  };
  if (new URLSearchParams(location.search).get("q")) return;
  input.addEventListener("input", filter);
  input.form.addEventListener("submit", (event) => event.preventDefault());
  if (matchMedia("(max-width: 63.99rem)").matches) document.querySelector("nav details").open = false;
  filter();
})();
