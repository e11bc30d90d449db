/** @type {View} */ const playView = { show() {} };
function playFrom(/** @type {any} */ a, /** @type {number} */ b) {}
