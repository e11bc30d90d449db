//! The page on hosts and in frames that its author does not know: with another charset, strict headers, a sandbox,
//! no storage and no clipboard.

use serde_json::json;

use super::host::{Host, Served};
use super::playing::STATE;
use super::{Browser, browser, chromium};
use crate::commands::assert_says;

/// Returns a host that sends the page of a test at `/`, with these headers.
fn host(browser: &Browser, headers: &[&str]) -> Host {
    serving(headers, browser.page().text().into_bytes())
}

fn serving(headers: &[&str], body: Vec<u8>) -> Host {
    let headers = headers.iter().flat_map(|it| [it, "\r\n"]).collect();
    let path = "/games/";
    Host::of(vec![Served {
        path,
        headers,
        body,
    }])
}

/// Shows a position in English and in French.
fn assert_works(browser: &Browser, address: &str) {
    browser.go_and_wait(address);
    browser.run("if (app.language !== 'en') changeLanguage('en');");
    browser.assert_shows("#list", &["81.9917 %"]);
    browser.click("[data-key=language]");
    browser.assert_shows("#modes", &["Règles"]);
    browser.assert_shows("#choices", &["EN"]);
    browser.assert_shows("#list", &["81,9917\u{202f}%"]);
    assert_eq!(browser.message(), "", "{address}");
}

#[test]
fn the_page_runs_with_any_charset_that_its_host_declares() {
    let Some(browser) = browser() else { return };
    let page = browser.page().text();
    let of_text = page.clone().into_bytes();
    let with_mark = format!("\u{feff}{page}").into_bytes();
    for (declared, read_as, body) in [
        ("; charset=iso-8859-1", "windows-1252", &of_text),
        ("; charset=koi8-r", "KOI8-R", &of_text),
        ("; charset=shift_jis", "Shift_JIS", &of_text),
        ("", "UTF-8", &of_text),
        ("; charset=iso-8859-1", "UTF-8", &with_mark),
    ] {
        let header = format!("Content-Type: text/html{declared}");
        let host = serving(&[&header], body.clone());
        assert_works(&browser, &host.address("/games/#04h/007:3"));
        let charset = browser.run("return document.characterSet;");
        assert_eq!(charset, read_as, "{declared}");
    }
}

#[test]
fn where_a_host_blocks_scripts_the_page_says_so_and_how_to_go_on() {
    let reason = "its driver looks into pages by eval, which these hosts forbid";
    let Some(browser) = chromium(reason) else {
        return;
    };
    browser.may_end_with_message();
    for policy in ["default-src 'self'", "script-src 'none'", "sandbox"] {
        let header = format!("Content-Security-Policy: {policy}");
        let host = host(&browser, &["Content-Type: text/html", &header]);
        browser.go(&host.address("/games/"));
        let says = [
            "scripts are switched off or blocked",
            "save the page as a file",
            "allows inline scripts and styles",
            "scripts sont désactivés ou bloqués",
            "enregistrez la page dans un fichier",
            "Each player has three men",
        ];
        let text = browser.text("body");
        assert_says(&text, &says);
        assert!(!text.contains("too old"), "{policy}");
    }
    // The host has changed a script, which the policy of the page forbids then.
    let changed = browser.page().with("Solution=class", "Solution= class");
    browser.go(&changed.address(""));
    let blocked = "return document.body.innerText.includes('switched off or blocked');";
    browser.wait(blocked);
    // The page that runs hides it.
    browser.open("#04h/007:3");
    assert!(!browser.text("body").contains("switched off"));
}

/// A frame with a sandbox has an origin of its own, so the browser refuses it storage, and in these headers the
/// clipboard and sounds too.
#[test]
fn the_page_works_in_a_frame_without_storage_and_clipboard() {
    let Some(browser) = chromium("its driver looks into pages by eval") else {
        return;
    };
    browser.may_end_with_message();
    // The driver loses elements that are drawn anew between its search and its click.
    let press = |selector: &str| {
        let click = "
            const element = document.querySelector(arguments[0]);
            element?.click();
            return element !== null;";
        let is_there = browser.run_with(click, &json!([selector]));
        assert!(is_there == true, "{selector}");
    };
    let headers = "Content-Type: text/html\r\nPermissions-Policy: clipboard-write=(), autoplay=(), fullscreen=()\r\n";
    let frame = "<!doctype html><iframe sandbox='allow-scripts' width=1000 height=800 src='/games/?from=caf%C3%A9#04h/007:3'></iframe>";
    let host = Host::of(vec![
        Served {
            path: "/games/",
            headers: headers.to_owned(),
            body: browser.page().text().into_bytes(),
        },
        Served {
            path: "/",
            headers: headers.to_owned(),
            body: frame.into(),
        },
    ]);
    browser.go(&host.address("/"));
    browser.enter_frame();
    browser.wait("return document.querySelector('#list [data-move]') !== null;");
    assert_eq!(browser.run("return self.origin;"), "null");
    browser.assert_shows("#list", &["81.9917 %"]);
    browser.choose("[data-key=copy]");
    browser.wait("return document.querySelector('[role=alert]').textContent !== '';");
    let link = host.address("/games/?from=caf%C3%A9#04h/007:3");
    assert_says(&browser.message(), &["Copy this link", &link]);
    browser.run("notice(''); remember('pace', 'instant');");
    press("[data-key=mode-play]");
    browser.run("playing.seed = 21; remember('sound', 'yes');");
    press("[data-key=begin]");
    for _ in 0..3 {
        browser.wait(STATE);
        press("#list [data-move]");
    }
    press("[data-key=mode-rules]");
    press("[data-key=mode-play]");
    browser.wait(STATE);
    press("[data-key=language]");
    browser.assert_shows("#modes", &["Jouer"]);
    assert_eq!(browser.message(), "");
    // A frame of a text has the address of the page around it, and none of its own.
    let text = json!([browser.page().text()]);
    browser.leave_frame();
    browser.run_with("document.querySelector('iframe').removeAttribute('src'); document.querySelector('iframe').srcdoc = arguments[0];", &text);
    browser.enter_frame();
    browser.wait("return typeof app !== 'undefined' && app.mode === 'play' && document.querySelector('[data-key=begin]') !== null;");
    browser.run("motion.pace = 'instant';");
    press("[data-key=begin]");
    browser.wait(STATE);
    press("#list [data-move]");
    // Its links lead to its own parts, not to the page around it.
    press("[data-key=mode-rules]");
    browser.wait("return app.mode === 'rules' && location.href === 'about:srcdoc#rules';");
    assert_eq!(browser.message(), "");
}

/// Browsers lack what the page needs, and say so in both languages instead of calling the solution damaged.
#[test]
fn a_browser_that_is_too_old_is_told_which_versions_work() {
    let Some(browser) = chromium("its driver runs no script before a page") else {
        return;
    };
    browser.may_end_with_message();
    for lack in [
        "delete window.DecompressionStream;",
        "window.DecompressionStream = class { constructor(name) { if (name === 'deflate-raw') throw new TypeError(name); } };",
        "delete HTMLElement.prototype.popover;",
    ] {
        let script = json!({ "source": lack });
        let added = browser.command("Page.addScriptToEvaluateOnNewDocument", &script);
        browser.go("about:blank");
        browser.go(&browser.address("#04h/007"));
        let text = browser.text("body");
        let says = [
            "browser is too old",
            "Chrome or Edge 114",
            "navigateur est trop ancien",
            "Firefox 125, Safari 17",
        ];
        assert_says(&text, &says);
        for wrong in ["damaged", "blocked", "bloqués"] {
            assert!(!text.contains(wrong), "{lack}: {wrong}");
        }
        assert_eq!(browser.message(), "", "{lack}");
        browser.command("Page.removeScriptToEvaluateOnNewDocument", &added);
    }
    // Without the newer syntax of the other scripts, the first one still says it.
    let page = browser.page().with("Solution=class", "Solution=@class");
    let script = json!({ "source": "delete window.DecompressionStream;" });
    browser.command("Page.addScriptToEvaluateOnNewDocument", &script);
    browser.go(&page.address(""));
    assert_says(&browser.text("body"), &["browser is too old"]);
}
