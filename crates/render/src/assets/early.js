// Before anything is drawn: the colours that the visitor chose, and that there are scripts.
{
  const root = document.documentElement;
  root.dataset.script = "";
  if (!("fixed" in root.dataset)) {
    try {
      const chosen = localStorage.getItem("quire-theme");
      if (["system", "light", "dark"].includes(chosen)) root.dataset.theme = chosen;
    } catch {
      // No storage, no choice.
    }
  }
}
