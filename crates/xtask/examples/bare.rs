//! A server that does nothing but answer: `/0`, `/1`, … with the bytes of the files it was given.
//!
//! The benchmarks compare the product with it. It is an example, so that axum and tokio are not built for
//! `cargo xtask`.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use bytes::Bytes;
use tokio::net::TcpListener;

#[tokio::main]
#[expect(clippy::print_stdout, reason = "whoever started it wants to know the address")]
async fn main() -> std::io::Result<()> {
    let mut router = Router::new();
    for (number, file) in std::env::args_os().skip(1).enumerate() {
        let body = Bytes::from(std::fs::read(file)?);
        let answer = get(async move || ([(CONTENT_TYPE, "application/json")], body));
        router = router.route(&format!("/{number}"), answer);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(axum::serve::ListenerExt::tap_io(listener, |stream| _ = stream.set_nodelay(true)), router).await
}
