// Dates, and the game of the day: its seed and its address.

/** The date in UTC, such as 2026-11-25. */
export function dateOf(time: number) {
  return new Date(time).toISOString().slice(0, 10);
}

/** The date where the person is. */
export function localDateOf(time: number) {
  return dateOf(time - 60_000 * new Date(time).getTimezoneOffset());
}

export function isDate(text: string) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : NaN;
  return !Number.isNaN(time) && dateOf(time) === text;
}

/** The seed of a day: its date as a number, such as 20261125. */
export function seedOfDay(date: string) {
  return Number(date.replaceAll("-", ""));
}

export function addressOfDay(date: string) {
  return `#daily=${date}`;
}
