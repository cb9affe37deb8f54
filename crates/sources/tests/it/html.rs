//! Pages of HTML of known generators, and folders of them.

use quire_sources::{Source, html};
use url::Url;

use crate::support::files;

fn check(page: &str, markdown: &str) {
    let found = html::page(&format!("<main><h1>T</h1>{page}</main>"), None);
    assert_eq!(found.markdown.trim(), markdown.trim(), "{page}");
}

#[test]
fn text_and_marks() {
    check(
        "<p>a <b>b </b>c <i>d</i> <code>e*</code> <s>f</s> H<sub>2</sub>O <kbd>K</kbd></p>",
        "a **b** c _d_ `e*` ~~f~~ H<sub>2</sub>O <kbd>K</kbd>",
    );
    check("<p>one<br>two</p><p>  a\n b </p>", "one\\\ntwo\n\na b");
    check("<p><a href='x.html'>a <b>b</b></a></p>", "[a **b**](x.html)");
    check("<p><a href='javascript:x()'>a</a></p>", "a");
    check("text<div>in <span>divs</span></div>after", "text\n\nin divs\n\nafter");
}

#[test]
fn headings_keep_their_names() {
    check(
        "<h2 id='x-1'>Name<a class='headerlink' href='#x-1'>¶</a></h2><p>a</p>",
        "## Name <a href=\"#x-1\" id=\"x-1\"></a>\n\na",
    );
    check(
        "<section id='s'><h2>Head</h2><h3 id='sub'>Sub</h3></section>",
        "## Head <a href=\"#s\" id=\"s\"></a>\n\n### Sub",
    );
    let page =
        html::page("<main><h1>T</h1><p id='a'>x</p><h2>H</h2><p id='b'>y</p><a id='c'></a><h2>I</h2></main>", None);
    let anchor = |name: &str| page.anchors.iter().find(|(known, _)| known == name).unwrap().1.as_str();
    assert_eq!((anchor("a"), anchor("b"), anchor("c")), ("", "h", "c"));
}

#[test]
fn lists() {
    check("<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>", "* a\n  * b\n\n* c\n\n  d");
    check("<ol start=3><li>a<li>b</ol>", "3. a\n4. b");
    check("<ul><li><input type=checkbox checked> a<li><label><input type=checkbox> b</label></ul>", "* [x] a\n* [ ] b");
    check("<dl><dt>Term</dt><dd>Said</dd></dl>", "* **Term**\n\n  Said");
}

#[test]
fn code_of_all_highlighters() {
    let python = "```python\na = 1\n  b\n```";
    for page in [
        "<pre><code class='language-python hljs'><span>a</span> = 1\n  b\n</code></pre>",
        "<div class='highlight-python3 notranslate'><div class='highlight'><pre><span></span>a = 1\n  b\n</pre></div></div>",
        "<div class='language-python highlighter-rouge'><div class='highlight'><pre class='highlight'><code>a = 1\n  b\n</code></pre></div></div>",
        "<div class=highlight><table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2</pre></div></td><td class=code><pre class='language-python'>a = 1\n  b</pre></td></tr></table></div>",
        "<div class='highlight'><pre class='chroma'><code class='language-python' data-lang='python'><span class=line><span class=ln>1</span><span class=cl>a = 1\n</span></span><span class=line><span class=ln>2</span><span class=cl>  b\n</span></span></code></pre></div>",
        "<pre class='prism-code language-python'><code><span class='token-line'>a = 1<br></span><span class='token-line'>  b<br></span></code></pre>",
        "<pre class='shiki' data-language='python'><code><span class=line>a = 1</span>\n<span class=line>  b</span></code><button>Copy</button></pre>",
        "<pre class='syntaxhighlighter-pre' data-syntaxhighlighter-params='brush: python; gutter: false'>a = 1\n  b</pre>",
    ] {
        check(page, python);
    }
    check("<pre>```\n</pre>", "````\n```\n````");
}

#[test]
fn tables() {
    check("<table><thead><tr><th>A<th>B</thead><tr><td>1<td>2|3</table>", "| A | B |\n| --- | --- |\n| 1 | 2\\|3 |");
    check(
        "<table><tr><th>A<th>B<tr><td rowspan=2>x<td>y<tr><td>z</table>",
        "| A | B |\n| --- | --- |\n| x | y |\n|  | z |",
    );
    check(
        "<table><tr><td>a<ul><li>b</ul><td>c</table>",
        "<table data-header-hidden><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>a<ul><li>b</li></ul></td><td>c</td></tr></tbody></table>",
    );
    let wide = format!("<table><tr>{}</table>", "<td>x".repeat(10_000));
    let page = html::page(&wide, None);
    assert!(page.markdown.starts_with("```\nx\tx") && page.report.kept.len() == 1);
}

#[test]
fn callouts_of_all_generators() {
    let warning = "{% hint style=\"warning\" %}\nLook\n{% endhint %}";
    for page in [
        "<div class='admonition warning'><p class='admonition-title'>Warning</p><p>Look</p></div>",
        "<div class='theme-admonition theme-admonition-warning alert alert--warning'><div class='admonitionHeading_x'>warning</div><div class='admonitionContent_x'><p>Look</p></div></div>",
        "<div class='warning custom-block'><p class='custom-block-title'>WARNING</p><p>Look</p></div>",
        "<div class='markdown-alert markdown-alert-warning'><p class='markdown-alert-title'><svg></svg>Warning</p><p>Look</p></div>",
        "<div class='confluence-information-macro confluence-information-macro-note'><span class='aui-icon'></span><div class='confluence-information-macro-body'><p>Look</p></div></div>",
        "<div class='warning'><h3 class='title'>Warning</h3><p>Look</p></div>",
        "<div class='admonitionblock warning'><table><tr><td class='icon'><i title='Warning'></i></td><td class='content'>Look</td></tr></table></div>",
        "<aside class='starlight-aside starlight-aside--caution'><p class='starlight-aside__title'>Caution</p><section><p>Look</p></section></aside>",
        "<p class='callout warning'>Look</p>",
    ] {
        check(page, warning);
    }
    check(
        "<div class='admonition tip'><p class='admonition-title'>My tip</p><p>x</p></div>",
        "{% hint style=\"success\" %}\n#### My tip\n\nx\n{% endhint %}",
    );
    check(
        "<details class='note'><summary>More</summary><p>x</p></details>",
        "<details>\n\n<summary>More</summary>\n\nx\n\n</details>",
    );
}

#[test]
fn tabs_of_all_generators() {
    let tabs =
        "{% tabs %}\n{% tab title=\"A\" %}\na\n{% endtab %}\n\n{% tab title=\"B\" %}\nb\n{% endtab %}\n{% endtabs %}";
    for page in [
        "<div class='tabbed-set'><input type=radio><input type=radio><div class='tabbed-labels'><label>A</label><label>B</label></div><div class='tabbed-content'><div class='tabbed-block'><p>a</p></div><div class='tabbed-block'><p>b</p></div></div></div>",
        "<div class='tabs-container'><ul role='tablist'><li role='tab'>A</li><li role='tab'>B</li></ul><div><div role='tabpanel'><p>a</p></div><div role='tabpanel' hidden><p>b</p></div></div></div>",
        "<div class='sd-tab-set'><input><label class='sd-tab-label'>A</label><div class='sd-tab-content'><p>a</p></div><input><label class='sd-tab-label'>B</label><div class='sd-tab-content'><p>b</p></div></div>",
        "<div class='sphinx-tabs'><div role='tablist'><button role='tab'>A</button><button role='tab'>B</button></div><div role='tabpanel'><p>a</p></div><div role='tabpanel'><p>b</p></div></div>",
    ] {
        check(page, tabs);
    }
}

#[test]
fn notes_formulas_figures_and_embeds() {
    check(
        "<p>A word<sup id='fnref1'><a href='#fn1'>1</a></sup> here.</p><section class=footnotes><hr><ol><li id=fn1><p>Note. <a href='#fnref1'>↩</a></p></li></ol></section>",
        "A word[^1] here.\n\n[^1]: Note.",
    );
    check(
        "<p>A word <sup><a href='#fn__1' id='fnt__1' class='fn_top'>1)</a></sup></p><div class=footnotes><div class=fn><sup><a href='#fnt__1' id='fn__1' class='fn_bot'>1)</a></sup> <div class=content>Note.</div></div></div>",
        "A word[^1]\n\n[^1]: Note.",
    );
    check(
        "<p>x <span class='math notranslate'>\\(a_b\\)</span></p><div class='math'>\\[c\\]</div>",
        "x $$a_b$$\n\n$$\nc\n$$",
    );
    check(
        "<p>x <span class=MathJax_Preview>a/b</span><script type='math/tex'>\\frac{a}{b}</script> y</p>\
         <script type='math/tex; mode=display'>c < d</script><script>alert(1)</script>",
        "x $$\\frac{a}{b}$$ y\n\n$$\nc < d\n$$",
    );
    check(
        "<p><span class=katex><span class=katex-mathml><math><semantics><mi>a</mi><annotation encoding='application/x-tex'>a^2</annotation></semantics></math></span><span class=katex-html>a2</span></span></p>",
        "$$a^2$$",
    );
    check(
        "<figure><img src='a.png' alt='A'><figcaption>Said <b>so</b></figcaption></figure>",
        "<figure><img src=\"a.png\" alt=\"A\"><figcaption><p>Said <strong>so</strong></p></figcaption></figure>",
    );
    check(
        "<iframe src='https://www.youtube.com/embed/abc?x=1'></iframe>",
        "{% embed url=\"https://www.youtube.com/watch?v=abc\" %}",
    );
}

#[test]
fn the_main_content_is_found() {
    for page in [
        "<body><nav><a href=x>N</a></nav><div class=document><div class=documentwrapper><div class=bodywrapper><div class=body role=main><h1>T</h1><p>x</p></div></div></div><div class=sphinxsidebar><p>side</p></div></div>",
        "<body><div id=content><main><h1 id=t><a class=header href='#t'>T</a></h1><p>x</p></main><nav class=nav-wrapper>n</nav></div>",
        "<body><header>h</header><article><div class='theme-doc-markdown markdown'><header><h1>T</h1></header><p>x</p></div><footer class='theme-doc-footer'>f</footer></article>",
        "<body><h1 class=firstHeading>T</h1><div id=mw-content-text><div class=mw-parser-output><div id=toc>toc</div><p>x<span class=mw-editsection>[edit]</span></p></div></div><div id=footer>f</div>",
        "<title>T | Site</title><body><div role=main><p>x</p></div><footer>f</footer>",
    ] {
        let found = html::page(page, None);
        assert_eq!((found.title.as_str(), found.markdown.trim()), ("T", "x"), "{page}");
    }
}

#[test]
fn targets_are_absolute_and_listed() {
    let base = Url::parse("https://a.b/c/d.html").unwrap();
    let page = html::page(
        "<main><h1>T</h1><p><a href='../e'>e</a> <img src='f.png'> g <a href='#t'>t</a></p></main>",
        Some(&base),
    );
    assert_eq!((page.links, page.images), (vec!["https://a.b/e".to_owned()], vec!["https://a.b/c/f.png".to_owned()]));
    let nav = html::navigation(
        "<nav><ul><li><a href='a'>A</a><ul><li><a href='b'>B</a></li></ul></li><li><p>G</p><ul><li><a href='c'>C</a></ul></li></ul></nav>",
        Some(&base),
    );
    assert_eq!(nav.len(), 2);
    assert_eq!(
        (nav[0].href.as_deref(), nav[0].items[0].href.as_deref()),
        (Some("https://a.b/c/a"), Some("https://a.b/c/b"))
    );
    assert_eq!((nav[1].title.as_str(), &nav[1].href, nav[1].items.len()), ("G", &None, 1));
}

#[test]
fn a_folder_becomes_a_tree_with_links_and_files() {
    let index = "<nav><ul><li><a href='b.html'>B</a></li><li><a href='sub/a.html'>A</a></li></ul></nav><main><h1>Home</h1><p><a href='sub/a.html#old'>a</a></p></main>";
    let a = "<main><h1>A</h1><h2>First</h2><p id=old>x</p><img src='../i/p.png'><a href='../'>up</a></main>";
    let outcome = files(
        Source::Html,
        &[
            ("index.html", index),
            ("b.html", "<main><h1>B</h1><img src='i/q.png'></main>"),
            ("sub/a.html", a),
            ("i/p.png", "same"),
            ("i/q.png", "same"),
            ("search.html", "s"),
        ],
    );
    outcome.check("README.md", "# Home\n\n[a](sub/a.md#first)");
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Home](README.md)\n* [B](b.md)\n* [A](sub/a.md)");
    assert!(outcome.text("sub/a.md").contains("src=\"../.gitbook/assets/"), "{}", outcome.text("sub/a.md"));
    assert_eq!(outcome.files.keys().filter(|path| path.contains("assets")).count(), 1);
    assert!(outcome.text("sub/a.md").contains("[up](../README.md)"));
}

#[test]
fn google_docs() {
    let page = "<html><head><style>.c1{font-weight:700}.c2{font-family:\"Courier New\"}</style></head><body class='c9 doc-content'><p class='title'><span>My doc</span></p><h1 id='h.a'><span>One</span></h1><p><span class=c1>bold</span> <span class=c2>code</span> <a href='https://www.google.com/url?q=https://x.y/z%3Fa%3D1&amp;sa=D'>l</a><sup><a href='#cmnt1' id='cmnt_ref1'>[a]</a></sup></p><ul class='lst-kix_x-0 start'><li>a</li></ul><ul class='lst-kix_x-1 start'><li>b</li></ul><ul class='lst-kix_x-0'><li>c</li></ul><img src='images/i.png'><div><p><a href='#cmnt_ref1' id='cmnt1'>[a]</a><span>A remark</span></p></div></body></html>";
    let outcome = files(Source::GoogleDocs, &[("Doc.html", page), ("images/i.png", "x")]);
    let text = outcome.text("my-doc.md");
    assert!(text.starts_with("# My doc\n\n## One"), "{text}");
    assert!(text.contains("**bold** `code` [l](https://x.y/z?a=1)\n"), "{text}");
    assert!(text.contains("* a\n  * b\n* c\n"), "{text}");
    assert!(text.contains(".gitbook/assets/i.png") && !text.contains("remark"), "{text}");
    assert_eq!(outcome.dropped(), ["a comment"]);
}

#[test]
fn notion_as_html() {
    let id = "0123456789abcdef0123456789abcdef";
    let parent = format!(
        "<article class='page sans'><header><h1 class='page-title'>Top</h1></header><div class='page-body'><ul class='bulleted-list'><li>a</li></ul><ul class='bulleted-list'><li>b</li></ul><ol class='numbered-list' start='1'><li>x</li></ol><ol class='numbered-list' start='2'><li>y</li></ol><ul class='to-do-list'><li><div class='checkbox checkbox-on'></div><span>done</span></li></ul><ul class='toggle'><li><details open=''><summary>More</summary><p>in</p></details></li></ul><figure class='link-to-page'><a href='Top%20{id}/Child%20{id}.html'>Child</a></figure></div></article>"
    );
    let child = "<article class='page sans'><header><h1 class='page-title'>Child</h1></header><div class='page-body'><figure class='callout'><div>⚠️</div><div>Look</div></figure></div></article>";
    let (top, below) = (format!("Top {id}.html"), format!("Top {id}/Child {id}.html"));
    let outcome = files(Source::Notion, &[(&top, &parent), (&below, child)]);
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Top](top.md)\n  * [Child](top/child.md)");
    let text = outcome.text("top.md");
    assert!(text.contains("* a\n* b\n") && text.contains("1. x\n2. y\n") && text.contains("* [x] done"), "{text}");
    assert!(text.contains("<details open>") && text.contains("[Child](top/child.md)"), "{text}");
    assert!(outcome.text("top/child.md").contains("{% hint style="), "{}", outcome.text("top/child.md"));
}
