//! A web host on this machine: sends pages with the headers that a test wants.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// A page with its path and its headers, each ended by a line break.
pub(super) struct Served {
    pub(super) path: &'static str,
    pub(super) headers: String,
    pub(super) body: Vec<u8>,
}

/// Host that answers until the tests end.
pub(super) struct Host {
    port: u16,
}

impl Host {
    pub(super) fn of(pages: Vec<Served>) -> Host {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let pages = Arc::new(pages);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let pages = Arc::clone(&pages);
                // Browsers open connections before they need them. Ignore errors: they also close them.
                thread::spawn(move || answer(&stream, &pages));
            }
        });
        Host { port }
    }

    /// Returns the address of a page at this host.
    pub(super) fn address(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }
}

/// Reads a request and sends the page of its path, which a query may follow.
fn answer(mut stream: &TcpStream, pages: &[Served]) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let asked = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let target = asked.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let (status, headers, body) = match pages.iter().find(|it| it.path == path) {
        Some(page) => ("200 OK", &page.headers[..], &page.body[..]),
        None => ("404 Not Found", "", &b""[..]),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}
