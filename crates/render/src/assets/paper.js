// A document for paper: the button that prints it, where scripts run.
"use strict";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  for (const hint of document.querySelectorAll(".by-browser")) hint.hidden = true;
  button.addEventListener("click", () => print());
}
