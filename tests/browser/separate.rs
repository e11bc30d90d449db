//! Nothing of a test reaches the next one, though they share a browser, and a browser that has ended is replaced.

use std::thread;

use serde_json::json;

use super::host::{Host, Served};
use super::{browser, chromium};

#[test]
fn what_a_test_leaves_is_not_there_in_the_next() {
    let host = Host::of(vec![Served {
        path: "/",
        headers: "Content-Type: text/html\r\n".to_owned(),
        body: "<p role=alert></p>".into(),
    }]);
    // The next test may have another browser, if others run at the same time.
    for _ in 0..3 {
        let Some(browser) = browser() else { return };
        let stored = "return [localStorage.length, sessionStorage.length, document.cookie];";
        let seen = "return [innerWidth, matchMedia('print').matches, history.length > 4];";
        let addresses = [host.address("/"), browser.address("")];
        for address in &addresses {
            browser.go(address);
            assert_eq!(browser.run(stored), json!([0, 0, ""]), "{address}");
            assert_eq!(browser.run(seen), json!([1280, false, false]));
        }
        for address in &addresses {
            browser.go(address);
            browser.run("localStorage.own = sessionStorage.own = document.cookie = 'mine=1';");
        }
        browser.make_wide(400);
        browser.emulate("print", &[]);
        browser.run("console.error('mine');");
        browser.new_window();
        browser.may_end_with_message();
    }
}

#[test]
fn a_browser_that_has_crashed_is_replaced() {
    let reason = "its driver crashes no browser";
    let crashes = || chromium(reason).map(|it| it.command("Browser.crash", &json!({})));
    let ended = thread::spawn(crashes).join();
    if matches!(ended, Ok(None)) {
        return;
    }
    assert!(ended.is_err(), "the driver says that it is gone");
    browser().expect("another one").open("#rules");
}
