// Evaluates expressions as JavaScript does, for comparison. Each line of the input is UTF-8 in hexadecimal: first the
// roots as `name = value`, then an empty line, then expressions. A line of the output is a value as text, or `error`.
const lines = require("fs").readFileSync(0, "utf8").split("\n").map((line) => Buffer.from(line, "hex").toString());
const roots = lines.slice(0, lines.indexOf("")).map((line) => line.split(/ = (.*)/s));
const names = roots.map(([name]) => name);
const values = () => roots.map(([, value]) => eval(`(${value})`));

function quoted(text) {
  const unit = (code) => "\\u" + code.toString(16).padStart(4, "0");
  const plain = (code) => code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c;
  return `"${text.split("").map((one) => (plain(one.charCodeAt(0)) ? one : unit(one.charCodeAt(0)))).join("")}"`;
}

function shown(value) {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "function") return "function";
  if (Array.isArray(value)) return `[${Array.from(value, shown).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([key, member]) => `${quoted(key)}: ${shown(member)}`).join(", ")}}`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function outcome(expression) {
  try {
    return shown(new Function(...names, `"use strict"; return (\n${expression}\n);`)(...values()));
  } catch {
    return "error";
  }
}

const expressions = lines.slice(lines.indexOf("") + 1).filter((line) => line !== "");
process.stdout.write(expressions.map((expression) => outcome(expression) + "\n").join(""));
