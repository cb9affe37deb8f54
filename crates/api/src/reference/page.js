"use strict";
(() => {
  const input = document.getElementById("q");
  const items = document.querySelectorAll("[data-text]");
  const groups = document.querySelectorAll("main section:not(#types)");
  const status = document.getElementById("none");
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    for (const group of groups) group.hidden = !group.querySelector("[data-text]:not([hidden])");
    const none = document.querySelector("main [data-text]:not([hidden])") === null;
    status.textContent = none ? "No operation matches." : "";
  };
  if (matchMedia("(max-width: 63.99rem)").matches) document.querySelector("nav details").open = false;
  // Elsewhere than on the list of all operations, the server searches.
  if (status === null || new URLSearchParams(location.search).get("q")) return;
  input.addEventListener("input", filter);
  input.form.addEventListener("submit", (event) => event.preventDefault());
  filter();
})();
(() => {
  const form = document.getElementById("reader");
  if (form === null) return;
  const [status, list, text] = ["status", "next", "text"].map((name) => document.getElementById("reader-" + name));
  const ways = {
    organization: (item) => item.urls.location + "/spaces",
    space: (item) => item.urls.location + "/content/pages",
    document: (item) => item.urls.app,
  };
  const add = (item, depth) => {
    const way = ways[item.object ?? item.type];
    const entry = document.createElement("li");
    entry.style.paddingInlineStart = depth * 1.25 + "rem";
    const label = way ? document.createElement("button") : entry;
    label.textContent = item.title;
    if (way) {
      label.type = "button";
      label.addEventListener("click", () => read(new URL(way(item)).pathname));
      entry.append(label);
    }
    list.append(entry);
  };
  const walk = (items, depth) => {
    for (const item of items) {
      if (item.title !== undefined) add(item, depth);
      walk(item.pages ?? [], depth + 1);
    }
  };
  const read = async (path) => {
    form.elements.path.value = path;
    status.textContent = "Reading …";
    list.replaceChildren();
    text.textContent = "";
    try {
      const token = form.elements.token.value.trim();
      const reply = await fetch(path, { headers: token ? { authorization: "Bearer " + token } : {} });
      const body = await reply.json();
      status.textContent = reply.status + " " + reply.statusText;
      walk(body.items ?? body.pages ?? [], 0);
      text.textContent = body.markdown ?? JSON.stringify(body, null, 2);
    } catch (failure) {
      status.textContent = "Failed: " + failure.message;
    }
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const path = form.elements.path.value;
    if (path.startsWith("/") && !path.startsWith("//")) read(path);
    else status.textContent = "The address must start with one slash.";
  });
})();
(() => {
  const key = document.getElementById("key");
  if (key === null) return;
  const request = async (form) => {
    const { method, path } = form.dataset;
    const headers = {};
    const token = key.elements.token.value.trim();
    if (token) headers.authorization = "Bearer " + token;
    const query = new URLSearchParams();
    let address = path;
    for (const { name, value, dataset } of form.querySelectorAll("[data-in]")) {
      if (dataset.in === "path") address = address.replace("{" + name + "}", encodeURIComponent(value));
      else if (value && dataset.in === "query") query.append(name, value);
      else if (value) headers[name] = value;
    }
    const { json, file } = form.elements;
    if (json) headers["content-type"] = "application/json";
    const body = json?.value ?? file?.files[0];
    const reply = await fetch(address + (query.size ? "?" + query : ""), { method, headers, body });
    const text = await reply.text();
    const isJson = /[/+]json/.test(reply.headers.get("content-type"));
    return { status: reply.status + " " + reply.statusText, text: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text };
  };
  for (const trial of document.querySelectorAll("details.try")) {
    const form = trial.querySelector("form");
    const [status, answer] = [form.querySelector("[role=status]"), form.querySelector("pre")];
    trial.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      status.textContent = "Sending …";
      answer.hidden = true;
      try {
        const reply = await request(form);
        status.textContent = reply.status;
        answer.textContent = reply.text;
        answer.hidden = reply.text === "";
      } catch (failure) {
        status.textContent = "Failed: " + failure.message;
      }
    });
  }
  key.hidden = false;
  key.addEventListener("submit", (event) => event.preventDefault());
})();
