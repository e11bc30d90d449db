//! The browser page opens from its file within a quarter of a second, without a server or a request, and without a
//! message on the console.

use serde_json::{Value, json};

use super::{Browser, chromium_alone, say};

/// Maximum time from opening the page to its first answer, in milliseconds.
const AT_ONCE: f64 = 250.0;
/// Number of times that the page is opened: at least the first number. If all were too slow, it is opened more often,
/// up to the second number, because a busy machine delays some openings but not all.
const OPENINGS: [usize; 2] = [5, 20];

/// Script: stores the time at which the first answer is on the screen.
const WATCH: &str = "
    addEventListener('DOMContentLoaded', () => {
        // An empty page has nothing to show.
        if (location.href === 'about:blank') return;
        Tourne.ready.then(() => requestAnimationFrame(() => {
            window.shownAfter = performance.now();
        }));
    });";

fn without_network(browser: &Browser) {
    browser.command("Network.enable", &json!({}));
    let none = json!({
        "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0,
    });
    browser.command("Network.emulateNetworkConditions", &none);
}

/// Returns the addresses that the browser has requested since the last call.
fn requests(browser: &Browser) -> Vec<String> {
    let events = browser.events().into_iter();
    let requests = events.filter(|event| event["method"] == "Network.requestWillBeSent");
    let address = |event: Value| event["params"]["request"]["url"].to_string();
    requests.map(address).collect()
}

#[test]
fn the_page_opens_at_once_and_asks_for_nothing() {
    let Some(browser) = chromium_alone("its driver has no list of requests") else {
        return;
    };
    without_network(&browser);
    let watch = json!({ "source": WATCH });
    browser.command("Page.addScriptToEvaluateOnNewDocument", &watch);
    let mut times = Vec::new();
    while times.len() < OPENINGS[0]
        || times.len() < OPENINGS[1] && times.iter().all(|&time| time > AT_ONCE)
    {
        browser.go("about:blank");
        browser.events();
        browser.go(&browser.address("#000/000"));
        let wait = "
            const shown = (resolve) => {
                if (window.shownAfter) resolve(window.shownAfter);
                else setTimeout(shown, 5, resolve);
            };
            return new Promise(shown);";
        times.push(browser.number(wait));
        let address = json!(browser.address("")).to_string();
        assert_eq!(requests(&browser), [address]);
        let script = "return performance.getEntriesByType('resource').map((entry) => entry.name);";
        assert_eq!(browser.run(script), json!([]));
        browser.assert_no_message();
    }
    times.sort_by(f64::total_cmp);
    say(&format!(
        "first answer of the page after {:.0} ms at best, {:.0} ms in the middle (of {} openings)",
        times[0],
        times[times.len() / 2],
        times.len()
    ));
    assert!(times[0] <= AT_ONCE, "{times:?}");
}
