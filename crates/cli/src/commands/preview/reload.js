// Loads the page again when its source has changed, and when the server is back after it was stopped.
(async () => {
  let known;
  for (;;) {
    try {
      const answer = await fetch("/~preview/version" + (known === undefined ? "" : `?known=${known}`));
      const version = await answer.text();
      if (known !== undefined && version !== known) return location.reload();
      known = version;
    } catch {
      await new Promise((later) => setTimeout(later, 500));
    }
  }
})();
