//! What the log says of a request, and what it keeps to itself.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::{Value, json};

use crate::sample::Caller;

/// Lines of JSON.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The lines about the request of this id, as JSON.
    fn of(&self, id: &str) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.filter(|line: &Value| line["fields"]["id"] == id).collect()
    }
}

/// The log of all tests: one for the process, there before the first request, because whether a place in the code is
/// logged at all is remembered for the process.
pub(crate) fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        log
    })
}

#[tokio::test]
async fn a_request_is_one_line_without_secrets() {
    let headers = [("authorization", "Bearer hidden-token"), ("x-request-id", "one-line")];
    Caller::new().send("GET", "/v1/spaces/hidden-id?query=hidden", &headers, "").await;
    let lines = log().of("one-line");
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(line["target"], "quire::access");
    let mut fields = line["fields"].clone();
    assert!(fields.as_object_mut().unwrap().remove("ms").unwrap().is_f64());
    let path = "/v1/spaces/{spaceId}";
    assert_eq!(fields, json!({ "message": "request", "method": "GET", "path": path, "status": 404, "id": "one-line" }));
    assert!(!line.to_string().contains("hidden"));
}

#[tokio::test]
async fn a_failure_inside_is_logged_once_with_its_cause() {
    let cases = [
        ("/v1/fails", "fails", "the secret of the house"),
        ("/v1/panics", "panics", "the handler panicked: the secret of the house"),
    ];
    for (path, id, cause) in cases {
        Caller::new().send("GET", path, &[("x-request-id", id)], "").await;
        let lines = log().of(id);
        let [error, access] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((&error["level"], &error["fields"]["cause"]), (&json!("ERROR"), &json!(cause)));
        assert_eq!((&access["target"], &access["fields"]["status"]), (&json!("quire::access"), &json!(500)));
    }
}
