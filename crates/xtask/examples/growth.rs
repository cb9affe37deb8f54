//! scratch

use quire_content::budget::*;
use quire_content::document::model::*;
use quire_content::document::*;
use quire_content::expression::Scope;
use quire_content::stop::Stop;
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use quire_render::surroundings::Nowhere;

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}

fn stages(text: &str) -> Vec<(&'static str, f64, usize)> {
    let mut out = Vec::new();
    let mut t = cpu();
    let mut lap = |name, size| {
        out.push((name, cpu() - t, size));
        t = cpu();
    };
    let budget = Budget::new(Limits::PAGE, Stop::default());
    let parsed = parse_within(text, &Unresolved, &budget);
    lap("parse", budget.used().nodes);
    let mut d = parsed.document.clone();
    keys::fresh(&mut d);
    lap("keys", 0);
    let json = serde_json::to_string(&d).unwrap();
    lap("json", json.len());
    let v: serde_json::Value = serde_json::from_str(&json).unwrap();
    lap("value", 0);
    let back = serde_json::from_value::<Document>(v);
    lap(if back.is_ok() { "read" } else { "refused" }, 0);
    let mut e = parsed.document.clone();
    evaluate_within(&mut e, &Scope::default(), Evaluate::All, &Unresolved, &budget);
    lap("evaluate", budget.used().steps);
    let md = print(&parsed.document, &Unresolved);
    lap("print", md.len());
    let mut changed = d.clone();
    changed.nodes.push(Block::paragraph(vec![]));
    if !changed.nodes.is_empty() {
        let b = changed.nodes.remove(0);
        changed.nodes.push(b);
    }
    let s = splice(text, &parsed, &changed, &Unresolved);
    lap("splice", s.len());
    let p = references(&d);
    lap("references", p.len());
    let r = retarget(text, &|t| Some(format!("x{t}")));
    lap("retarget", r.map_or(0, |it| it.len()));
    let ps = passage::Passages::of(&d);
    lap("passages", 0);
    if let Some(p) = d.nodes.last().and_then(|b| b.key.as_str()).and_then(|k| ps.block(k)) {
        let _ = ps.find(&p);
    }
    lap("find", 0);
    let drawn = body(&e, &Nowhere, &Options { budget: Some(&budget), ..Options::page(&ENGLISH) });
    lap("draw", drawn.html.len());

    let sections = quire_search::sections::of(&d);
    lap("sections", sections.iter().map(|s| s.body.len() + s.heading.len() + s.code.len()).sum());
    out
}

fn main() {
    let big: usize = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(60_000);
    let nest = |o: &str, c: &str, n: usize| o.repeat(n) + "a" + &c.repeat(n);
    let parts: Vec<(&str, String, &str, &str)> = vec![
        ("headings", String::new(), "# a\n", ""),
        ("headings2", String::new(), "## a\n\n", ""),
        ("ids", String::new(), "## b <a href=\"#a\" id=\"a\"></a>\n", ""),
        ("para", String::new(), "a\n\n", ""),
        ("items", String::new(), "- a\n", ""),
        ("items2", String::new(), "- a\n\n1. a\n\n", ""),
        ("tasks", String::new(), "- [ ] a\n- b\n", ""),
        ("numbers", String::new(), "1. a\n", ""),
        ("quotes", String::new(), "> a\n\n", ""),
        ("deepq", String::new(), "> > > > > > > > > > a\n\n", ""),
        ("deepl", String::new(), "- - - - - - - - - a\n", ""),
        ("table", "|a|b|\n|-|-|\n".into(), "|a|b|\n", ""),
        ("short", format!("|{}|\n|{}|\n", vec!["a";90].join("|"), vec!["-";90].join("|")), "|\n", ""),
        ("wide", String::new(), "|a", "\n"),
        ("htmltable", "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>".into(), "<tr><td>a</td></tr>", "</tbody></table>\n"),
        ("select", "<table><thead><tr><th>a<select>".into(), "<option value=\"a\" label=\"a\"></option>", "</select></th></tr></thead><tbody><tr><td><span data-option=\"z\"></span></td></tr></tbody></table>\n"),
        ("cards", "<table data-view=\"cards\"><thead><tr><th>a</th><th data-hidden data-card-target data-type=\"content-ref\"></th></tr></thead><tbody>".into(), "<tr><td>a</td><td><a href=\"b\">b</a></td></tr>", "</tbody></table>\n"),
        ("notes", String::new(), "a[^1] ", "\n\n[^1]: b\n"),
        ("defs", String::new(), "[^a]: b\n\n", ""),
        ("refs", "[a]: b\n\n".into(), "[a] ", ""),
        ("links", String::new(), "[a](b) ", ""),
        ("links2", String::new(), "[a](b)\n\n", ""),
        ("images", String::new(), "![a](b)\n\n", ""),
        ("iimages", String::new(), "x ![a](b) ", ""),
        ("em", String::new(), "*a* ", ""),
        ("strong", String::new(), "**a *b* c** ", ""),
        ("code", String::new(), "`a` ", ""),
        ("emoji", String::new(), ":smile: ", ""),
        ("math", String::new(), "$$a$$ ", ""),
        ("mathb", String::new(), "$$\na^2\n$$\n\n", ""),
        ("br", String::new(), "a  \n", ""),
        ("soft", String::new(), "a\n", ""),
        ("fence", "```js\n".into(), "let a = 1;\n", "```\n"),
        ("fences", String::new(), "```js\na\n```\n\n", ""),
        ("numbered", "{% code lineNumbers=\"true\" %}\n```\n".into(), "\n", "```\n{% endcode %}\n"),
        ("hints", String::new(), "{% hint %}\na\n{% endhint %}\n\n", ""),
        ("tabs", "{% tabs %}\n".into(), "{% tab title=\"a\" %}\na\n{% endtab %}\n", "{% endtabs %}\n"),
        ("steps", "{% stepper %}\n".into(), "{% step %}\n## a\n{% endstep %}\n", "{% endstepper %}\n"),
        ("cols", "{% columns %}\n".into(), "{% column %}\na\n{% endcolumn %}\n", "{% endcolumns %}\n"),
        ("updates", "{% updates %}\n".into(), "{% update date=\"2024-01-01\" %}\n## a\n{% endupdate %}\n", "{% endupdates %}\n"),
        ("ifs", String::new(), "{% if true %}\na\n{% endif %}\n\n", ""),
        ("exprs", String::new(), "<code class=\"expression\">1+1</code> ", ""),
        ("details", String::new(), "<details>\n<summary>a</summary>\n\na\n\n</details>\n\n", ""),
        ("embeds", String::new(), "{% embed url=\"https://a.b/c\" %}\n\n", ""),
        ("files", String::new(), "{% file src=\"a\" %}\n\n", ""),
        ("includes", String::new(), "{% include \"a\" %}\n\n", ""),
        ("crefs", String::new(), "{% content-ref url=\"a\" %}\n[a](a)\n{% endcontent-ref %}\n\n", ""),
        ("html", String::new(), "<div>a</div>\n\n", ""),
        ("htmli", String::new(), "a <b>b</b> ", ""),
        ("mark", String::new(), "a <mark style=\"color:red;\">b</mark> ", ""),
        ("htmlopen", "<div>\n".into(), "<b>", ""),
        ("htmlvain", "<div>\n".into(), "<a ", ""),
        ("htmlvain2", "<div>\n".into(), "<a b=\"", ""),
        ("htmlclose", "<div>\n".into(), "</b>", ""),
        ("comments", "<div>\n".into(), "<!-- ", ""),
        ("comments2", String::new(), "<!-- a -->\n\n", ""),
        ("pres", String::new(), "<pre><code>a\n</code></pre>\n\n", ""),
        ("mermaid", String::new(), "```mermaid\ngraph TD\nA-->B\n```\n\n", ""),
        ("swagger", String::new(), "{% openapi src=\"a\" path=\"/a\" method=\"get\" %}\n{% endopenapi %}\n\n", ""),
        ("unknown", String::new(), "{% x %}\n", ""),
        ("unknown2", String::new(), "{% x a %}\na\n{% endx %}\n\n", ""),
        ("attrs", "{% hint ".into(), "a=\"b\" ", "%}\na\n{% endhint %}\n"),
        ("props", "{% @a/b ".into(), "a=\"b\" ", "%}\n"),
        ("endtags", String::new(), "{% endx %}\n", ""),
        ("rules", String::new(), "***\n", ""),
        ("mixed", String::new(), "# a\n\n*b* [c](d)\n\n- e\n  - f\n\n> g\n\n|h|\n|-|\n|i|\n\n", ""),
        ("words", String::new(), "word ", ""),
        ("buttons", String::new(), "<a href=\"a\" class=\"button primary\">b</a> ", ""),
        ("ems", String::new(), "*a **b ", ""),
        ("blank", "a".into(), "\n", ""),
    ];
    let mut texts: Vec<(String, String, String)> = parts
        .iter()
        .map(|(n, a, p, b)| {
            let k = big / p.len();
            (n.to_string(), format!("{a}{}{b}", p.repeat(k)), format!("{a}{}{b}", p.repeat(2 * k)))
        })
        .collect();
    for (n, o, c) in [
        ("nest html", "<b>", "</b>"),
        ("nest div", "<div>", "</div>"),
        ("nest quote", "> ", "\n"),
        ("nest list", "- ", "\n"),
        ("nest tag", "{% hint %}\n", "\n{% endhint %}\n"),
        ("nest if", "{% if true %}\n", "\n{% endif %}\n"),
        ("nest em", "*", "*"),
        ("nest details", "<details>\n<summary>a</summary>\n\n", "\n</details>\n\n"),
        ("nest x", "{% x %}\n", "\n{% endx %}\n"),
        ("nest upd", "{% updates %}\n{% update date=\"a\" %}\n", "\n{% endupdate %}\n{% endupdates %}\n"),
    ] {
        let k = big / (o.len() + c.len());
        texts.push((n.into(), nest(o, c, k), nest(o, c, 2 * k)));
    }
    for (name, one, two) in texts {
        let (a, b) = (stages(&one), stages(&two));
        for ((stage, x, sx), (_, y, sy)) in a.iter().zip(&b) {
            let slow = *y > 60.0 && *y / x.max(0.01) > 2.9;
            let long = *y > 1500.0;
            let fat = *sy > 40 * two.len();
            if slow || long || fat {
                println!("{name:12} {stage:10} {x:9.1} {y:9.1} ms  {sx} {sy} of {}", two.len());
            }
        }
    }
}
