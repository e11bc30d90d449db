//! Forced colours, light and dark: light men are drawn lighter than dark ones, and dice can be read, by the pixels that
//! the browser paints.

use serde_json::{Value, json};

use super::reviewing::review_link;
use super::{Browser, chromium};

/// Body of a function: returns the relative luminance, as WCAG 2 defines it, of pixels of a screenshot. Each pixel is
/// that of the first element that matches a selector, at a place from 0 to 1 of its width and of its height.
const LUMINANCES: &str = "
    const [png, spots] = arguments;
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return (async () => {
        const bytes = Uint8Array.from(atob(png), (it) => it.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
        canvas.drawImage(image, 0, 0);
        const scale = image.width / innerWidth;
        return spots.map(([selector, across, down]) => {
            const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
            const [x, y] = [left + across * width, top + down * height].map((it) => Math.floor(scale * it));
            const [red, green, blue] = [...canvas.getImageData(x, y, 1, 1).data].map((part) => linear(part / 255));
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
    })();";

/// A pixel: a selector, and a place across and down the element.
type Spot = (&'static str, f64, f64);

/// Returns the contrast between two pixels, above 0 if the first is the lighter one.
fn contrast(browser: &Browser, lighter: Spot, darker: Spot) -> f64 {
    let spots = [lighter, darker];
    let found = browser.run_with(LUMINANCES, &json!([browser.screenshot(), spots]));
    let [one, other] = [0, 1].map(|at: usize| found[at].as_f64().expect("a number") + 0.05);
    if one > other {
        one / other
    } else {
        -other / one
    }
}

#[test]
fn forced_colours_keep_light_men_light_and_dice_readable() {
    let Some(browser) = chromium("its driver gives forced colours no dark palette") else {
        return;
    };
    for scheme in ["light", "dark"] {
        browser.emulate(
            "",
            &[
                ("forced-colors", "active"),
                ("prefers-color-scheme", scheme),
            ],
        );
        browser.open("#04h/007:4-3");
        let is_dark = browser.run("return matchMedia('(prefers-color-scheme: dark)').matches;");
        assert_eq!(is_dark, Value::Bool(scheme == "dark"));
        // The face of a man, between its rings; a side's share of the bar.
        let men = [
            (".man.light .disc", 0.72, 0.5),
            (".man.dark .disc", 0.74, 0.5),
        ];
        let bar = [(".chances .bar", 0.03, 0.5), (".chances .bar", 0.97, 0.5)];
        for [light, dark] in [men, bar] {
            let found = contrast(&browser, light, dark);
            assert!(found >= 7.0, "{scheme}, {}: {found}", light.0);
        }
        // A spot of the die, and the die beside it.
        for (spot, beside) in [
            (
                (".say .die.counts", 0.5, 0.5),
                (".say .die.counts", 0.25, 0.5),
            ),
            (
                (".say .die.idle", 0.25, 0.25),
                (".say .die.idle", 0.5, 0.25),
            ),
        ] {
            let found = contrast(&browser, spot, beside).abs();
            assert!(found >= 4.5, "{scheme}, {}: {found}", spot.0);
        }
        browser.open("#review");
        let record = "A 5-1 0/1\nB 5-4 0/4\nA 5-3 1/4*\nB 4-2 0/2\nA 5-4 4/8\n";
        browser.open(&review_link(&browser, record));
        // The share of the light side lies below the curve.
        browser.run("document.querySelector('.curve').scrollIntoView({ block: 'center' });");
        let [below, above] = [0.96, 0.04].map(|down| (".curve .paper", 0.47, down));
        let found = contrast(&browser, below, above);
        assert!(found >= 7.0, "{scheme}, the curve: {found}");
    }
}
