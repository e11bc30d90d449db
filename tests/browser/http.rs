//! A minimal HTTP client for drivers: sends a request, and reads an answer with a `Content-Length`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// Sends a request to a port of this machine and returns the body of the answer, with any status.
pub(super) fn request(
    port: u16,
    method: &str,
    path: &str,
    body: &str,
    patience: Duration,
) -> std::io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    // Write the request in one piece: a second small packet would wait 40 ms until the first is confirmed.
    let asked = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(asked.as_bytes())?;
    // The connection stays open after the answer, so the header `Content-Length` says where the answer ends.
    let mut answer = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(std::io::Error::other)?;
        }
    }
    let mut bytes = vec![0; length];
    answer.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(std::io::Error::other)
}
