// Actions on a page: the page and addresses of its parts are copied, and what happened is said.
{
  const TOLD = 2000;

  // What screen readers hear; it outlives the page.
  const voice = quire.make("div", { class: "unseen", role: "status", "data-lasting": "" });
  quire.say = (text) => {
    if (!voice.isConnected) document.body.append(voice);
    // The same text twice is heard twice.
    voice.textContent = "";
    setTimeout(() => (voice.textContent = text), 50);
  };

  // A browser that wants a copy to begin with the click gets it before the text is there.
  const copy = async (text) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    } catch {
      await navigator.clipboard.writeText(await (await text).text());
    }
  };
  const markdown = async (address) => {
    const answer = await fetch(address, { headers: { accept: "text/markdown" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return new Blob([await answer.text()], { type: "text/plain" });
  };

  quire.onPage(() => {
    const button = document.querySelector(".copy-page");
    if (!button || !navigator.clipboard) return;
    const label = button.querySelector("span");
    const name = label.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      const copied = await copy(markdown(button.dataset.markdown)).then(() => true, () => false);
      button.disabled = false;
      button.focus();
      // What cannot be copied is shown.
      if (!copied) return location.assign(button.dataset.markdown);
      label.textContent = button.dataset.copied;
      quire.say(button.dataset.copied);
      setTimeout(() => (label.textContent = name), TOLD);
    });
  });

  // The link beside a heading goes there, and copies its address.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.q-anchor");
    if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const done = await navigator.clipboard.writeText(link.href).then(() => true, () => false);
    if (!done) return;
    link.dataset.copied = document.querySelector("main").dataset.copied;
    quire.say(link.dataset.copied);
    setTimeout(() => delete link.dataset.copied, TOLD);
  });
}
