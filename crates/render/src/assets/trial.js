// Requests to the APIs that pages describe. They go from here to the API and nowhere else; what readers enter as
// credentials is kept for this tab, for the server that it was sent to.
quire.onPage(() => {
  const MOST = 1 << 20;
  const PATIENCE = 60_000;
  const KEY = "quire-credentials";

  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (origin, entered) => {
    try {
      const all = kept();
      sessionStorage.setItem(KEY, JSON.stringify({ ...all, [origin]: { ...all[origin], ...entered } }));
    } catch {
      // They hold for this page.
    }
  };
  const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const nameOf = (input) => `${input.dataset.auth} ${input.dataset.name}`;

  /** The address, method, headers and body that a form stands for. */
  const read = (form) => {
    const fields = (place) => [...form.querySelectorAll(`[data-in="${place}"]`)]
      .filter((input) => input.type === "file" ? input.files.length : input.value !== "");
    const fill = (text, place, write) => fields(place)
      .reduce((all, { dataset, value }) => all.replaceAll(`{${dataset.name}}`, () => write(value)), text);
    const server = new URL(fill(form.elements.server.value, "server", (value) => value));
    const segment = (value) => {
      // It would lead to another operation.
      if (/^\.{1,2}$/.test(value)) throw new Error(`"${value}" in a path`);
      return encodeURIComponent(value);
    };
    const path = fill(form.dataset.path, "path", segment);
    const url = new URL(server.href.replace(/\/$/, "") + (path.startsWith("/") ? path : `/${path}`));
    if (url.origin !== server.origin) throw new Error("another server");
    for (const { dataset, value } of fields("query")) {
      for (const [name, it] of spread(dataset, value)) url.searchParams.append(name, it);
    }
    const headers = new Headers();
    for (const { dataset, value } of fields("header")) headers.append(dataset.name, value);
    const entered = Object.fromEntries([...form.querySelectorAll("[data-auth]")].map((input) => [nameOf(input), input.value]));
    for (const [name, value] of Object.entries(entered).filter(([, value]) => value)) {
      const [kind, own] = [name.slice(0, name.indexOf(" ")), name.slice(name.indexOf(" ") + 1)];
      if (kind === "header") headers.set(own, value);
      else if (kind === "query") url.searchParams.set(own, value);
      else if (kind === "bearer") headers.set("Authorization", `Bearer ${value}`);
      else headers.set("Authorization", `Basic ${base64(`${entered[`user ${own}`] ?? ""}:${entered[`password ${own}`] ?? ""}`)}`);
    }
    return { url, entered, request: { method: form.dataset.method, headers, body: body(form, fields("form"), headers) } };
  };

  /** The names and values that an entered value stands for: of a list each, of an object each member. */
  const spread = ({ name, list }, value) => {
    if (list === "deep") {
      try {
        return Object.entries(JSON.parse(value)).map(([member, it]) => [`${name}[${member}]`, typeof it === "object" ? JSON.stringify(it) : it]);
      } catch {
        return [[name, value]];
      }
    }
    return list ? value.split(",").map((it) => [name, it.trim()]) : [[name, value]];
  };

  const body = (form, fields, headers) => {
    const media = form.elements.media?.value;
    const [text, file] = [form.elements.text?.value, form.elements.file?.files[0]];
    if (fields.length) {
      const all = media?.startsWith("multipart/") || fields.some((it) => it.type === "file")
        ? new FormData() : new URLSearchParams();
      for (const it of fields) {
        if (it.type === "file") all.append(it.dataset.name, it.files[0]);
        else for (const [name, value] of spread(it.dataset, it.value)) all.append(name, value);
      }
      return all;
    }
    if (!text && !file) return undefined;
    headers.set("Content-Type", media);
    return text || file;
  };

  /** The beginning of an answer's body, and whether there is more. */
  const beginning = async (answer) => {
    const reader = answer.body?.getReader();
    const parts = [];
    let size = 0;
    while (reader && size <= MOST) {
      const { done, value } = await reader.read();
      if (done) return [parts, size, false];
      parts.push(value);
      size += value.length;
    }
    reader?.cancel();
    return [parts, size, Boolean(reader)];
  };

  const shown = async (answer) => {
    const [parts, size, more] = await beginning(answer);
    const type = answer.headers.get("content-type") ?? "";
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    const isText = !type || /^text\/|json|xml|javascript|yaml|urlencoded/i.test(type);
    let text = isText ? await new Blob(parts).text() : size ? `${type}, ${size} B` : "";
    if (/json/i.test(type) && !more) {
      try {
        text = JSON.stringify(JSON.parse(text), null, 2);
      } catch {
        // It is shown as it came.
      }
    }
    return [`${head}${head && text ? "\n\n" : ""}${text}`, more];
  };

  for (const box of document.querySelectorAll(".q-try")) {
    const form = box.querySelector("form");
    const [status, output, button] = [".q-try-status", ".q-try-answer", "[type=submit]"].map((it) => form.querySelector(it));
    const recall = () => {
      let known = {};
      try {
        known = kept()[new URL(form.elements.server.value).origin] ?? {};
      } catch {
        // An address that the reader has to complete.
      }
      for (const input of form.querySelectorAll("[data-auth]")) input.value = known[nameOf(input)] ?? "";
    };
    box.hidden = false;
    recall();
    box.addEventListener("toggle", () => box.open && recall());
    form.elements.server.addEventListener("change", recall);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      output.hidden = true;
      status.textContent = form.dataset.sending;
      const begun = performance.now();
      try {
        const { url, entered, request } = read(form);
        keep(url.origin, entered);
        const answer = await fetch(url, {
          ...request, credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
        });
        const [text, more] = await shown(answer);
        const time = Math.round(performance.now() - begun);
        status.textContent = `${answer.status} ${answer.statusText} · ${time} ms${more ? ` · ${form.dataset.cut}` : ""}`;
        output.textContent = text;
        output.hidden = !text;
      } catch (error) {
        status.textContent = `${form.dataset.failed} (${error.message})`;
      }
      button.disabled = false;
    });
  }
});
