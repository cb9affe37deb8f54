// Feedback is sent without leaving the page.
quire.onPage(() => {
  const form = document.querySelector("form.feedback");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    const body = new URLSearchParams(new FormData(form));
    // What was stored leads to another page.
    const stored = await fetch(form.action, { method: "POST", body, redirect: "manual" })
      .then((answer) => answer.type === "opaqueredirect", () => false);
    button.disabled = false;
    const text = stored ? form.dataset.thanks : form.dataset.failed;
    const said = form.querySelector("[role=status]") ?? quire.make("p", { role: "status", tabindex: "-1" });
    if (stored) form.replaceChildren(said);
    else button.after(said);
    said.textContent = text;
    said.focus();
  });
});
