/** @type {View} */ const practiseView = { show() {} };
