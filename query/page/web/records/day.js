// Dates, and the game of the day: its seed and its address.

/**
 * The date in UTC, such as 2026-11-25.
 * @param {number} time
 */
export function dateOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * The date where the person is.
 * @param {number} time
 */
export function localDateOf(time) {
  return dateOf(time - 60_000 * new Date(time).getTimezoneOffset());
}

/** @param {string} text */
export function isDate(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : NaN;
  return !Number.isNaN(time) && dateOf(time) === text;
}

/**
 * The seed of a day: its date as a number, such as 20261125.
 * @param {string} date
 */
export function seedOfDay(date) {
  return Number(date.replaceAll("-", ""));
}

/** @param {string} date */
export function addressOfDay(date) {
  return `#daily=${date}`;
}
