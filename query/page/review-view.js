/** @type {View} */ const reviewView = { show() {} };
function acceptDrops() {}
