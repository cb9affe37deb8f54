//! The structure of documents, and what they describe.

use quire_openapi::{check, contents};

use crate::value;

/// Returns the problems of a document, with an exclamation mark before those with which it is not used.
fn problems(text: &str) -> Vec<String> {
    let report = check(&value(text));
    assert!(report.total >= report.issues.len());
    let fatal = |n: usize| if n == 0 && report.is_fatal() { "!" } else { "" };
    report.issues.iter().enumerate().map(|(n, issue)| format!("{}{issue}", fatal(n))).collect()
}

const HEAD: &str = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\n";

#[test]
fn good_documents_have_no_problems() {
    let schema =
        "components: {schemas: {A: {properties: {$ref: {type: string}, next: {$ref: '#/components/schemas/A'}}}}}";
    let documents = [
        format!("{HEAD}paths: {{}}\n{schema}"),
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\ncomponents: {schemas: {A: true}}".to_owned(),
        "openapi: 3.2.0\ninfo: {title: A, version: 1}\nwebhooks: {new: {query: {}}}".to_owned(),
        "swagger: '2.0'\ninfo: {title: A, version: '1'}\npaths: {/a: {x-b: 1, parameters: []}, x-c: 1}".to_owned(),
        format!("{HEAD}paths: {{'/a/{{b}}': {{parameters: [{{name: b, in: path}}], get: {{responses: {{}}}}}}}}"),
        format!(
            "{HEAD}paths: {{/a: {{get: {{responses: {{200: {{content: {{a/b: {{example: {{$ref: nowhere}}}}}}}}}}}}}}}}"
        ),
    ];
    for document in documents {
        assert_eq!(problems(&document), Vec::<String>::new(), "{document}");
    }
}

#[test]
fn bad_documents_have_problems_with_pointers() {
    let cases: &[(&str, &[&str])] = &[
        ("paths: []", &["!/paths: must be an object"]),
        ("paths:", &["/paths: must be an object"]),
        ("paths: {/a: 1}", &["!/paths/~1a: must be an object"]),
        ("paths: {/a: {get: []}}", &["!/paths/~1a/get: must be an object"]),
        ("paths: {}\ncomponents: []", &["!/components: must be an object"]),
        ("paths: {}\ncomponents: {schemas: x}", &["!/components/schemas: must be an object"]),
        ("paths: {}\ncomponents: {schemas: {A: 1}}", &["/components/schemas/A: must be an object"]),
        ("", &["paths is required"]),
        ("paths: {a: {}}", &["/paths/a: a path must begin with /"]),
        ("paths: {/a: {get: {}}}", &["/paths/~1a/get: responses is required"]),
        (
            "paths: {'/{a}': {get: {responses: {}, parameters: [{name: a, in: query}]}}}",
            &["/paths/~1{a}/get: the path has {a}, but there is no such path parameter"],
        ),
        ("paths: {/a: {get: {responses: {}, parameters: {}}}}", &["/paths/~1a/get/parameters: must be a list"]),
        (
            "paths: {/a: {get: {operationId: x, responses: {}}, put: {operationId: x, responses: {}}, post: {operationId: 1, responses: {}}}}",
            &[
                "/paths/~1a/put/operationId: x is the operationId of /paths/~1a/get already",
                "/paths/~1a/post/operationId: must be a text",
            ],
        ),
        (
            "paths: {}\ncomponents: {schemas: {A: {items: {$ref: '#/components/schemas/B'}}}}",
            &["/components/schemas/A/items/$ref: #/components/schemas/B leads to nothing"],
        ),
    ];
    for (rest, expected) in cases {
        assert_eq!(problems(&format!("{HEAD}{rest}")), *expected, "{rest}");
    }
    assert_eq!(problems("{}"), ["!the document must have the member openapi or swagger"]);
    let none = "openapi: 3.1.0\ncomponents: {}";
    let required = ["/info: title is required, and must be a text", "/info: version is required, and must be a text"];
    assert_eq!(problems(none), required);
}

#[test]
fn many_problems_are_counted_and_the_worst_is_first() {
    let paths: String = (0..500).map(|n| format!("  p{n}: {{}}\n")).collect();
    let report = check(&value(&format!("{HEAD}components: []\npaths:\n{paths}")));
    assert_eq!((report.issues.len(), report.total), (100, 501));
    assert_eq!(report.issues[0].to_string(), "/components: must be an object");
}

#[test]
fn operations_and_schemas_are_listed_in_their_order() {
    let document = value(
        "openapi: 3.2.0
paths:
  /z:
    $ref: '#/components/pathItems/shared'
  /a:
    summary: not an operation
    post: {operationId: make, summary: Make, tags: [x, y], deprecated: true}
    get: {}
    additionalOperations: {LINK: {}}
    query: {}
  /circle: {$ref: '#/paths/~1circle'}
  /away: {$ref: 'https://example.org/x'}
  x-a: {get: {}}
webhooks:
  new: {post: {operationId: told}}
components:
  schemas: {Zebra: {}, Ape: {}}
  pathItems: {shared: {delete: {}}}
",
    );
    let found = contents(&document);
    let lines: Vec<_> = found.operations.iter().map(|it| format!("{} {} {}", it.method, it.path, it.webhook)).collect();
    let expected =
        ["delete /z false", "post /a false", "get /a false", "query /a false", "LINK /a false", "post new true"];
    assert_eq!(lines, expected);
    let made = &found.operations[1];
    let texts = [&made.operation_id, &made.summary, &made.tag].map(|text| text.as_deref());
    assert_eq!((texts, made.deprecated), ([Some("make"), Some("Make"), Some("x")], true));
    assert_eq!(found.schemas, ["Zebra", "Ape"]);
    assert_eq!(contents(&value("swagger: '2.0'\ndefinitions: {A: {}}")).schemas, ["A"]);
}
