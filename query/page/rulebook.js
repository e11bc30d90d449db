/** @type {View} */ const rulesView = { show() {} };
