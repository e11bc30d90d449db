// Whether this browser can run the page. It comes first and is written in ES5, which older browsers read too.
"use strict";

/** Whether the browser has the newest of what the page uses: the versions that `index.html` names have all of it. */
var isAble = (function () {
  try {
    new DecompressionStream("deflate-raw");
    return "popover" in HTMLElement.prototype;
  } catch (_error) {
    return false;
  }
})();

if (!isAble) {
  document.addEventListener("DOMContentLoaded", function () {
    var texts = document.querySelectorAll("#still .blocked, #still .old");
    for (var at = 0; at < texts.length; at++) {
      if (texts[at].className === "blocked") {
        texts[at].setAttribute("hidden", "");
      } else {
        texts[at].removeAttribute("hidden");
      }
    }
  });
}
