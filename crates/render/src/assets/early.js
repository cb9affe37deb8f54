// Before anything is drawn: the colours that the visitor chose.
{
  const root = document.documentElement;
  if (!("fixed" in root.dataset)) {
    try {
      const chosen = localStorage.getItem("quire-theme");
      if (["system", "light", "dark"].includes(chosen)) root.dataset.theme = chosen;
    } catch {
      // No storage, no choice.
    }
  }
}
