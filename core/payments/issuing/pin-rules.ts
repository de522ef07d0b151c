/** PINs that a thief tries first. Pure. */

/** What is known of whoever chooses one. */
export interface Known {
  /** ISO 8601, a date. */
  readonly dateOfBirth?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly last4?: string | undefined;
}

/** Lines and corners of the keys, and what else leads all lists of PINs that were leaked. */
const WELL_KNOWN = [
  "2580",
  "0852",
  "1470",
  "3690",
  "1379",
  "9731",
  "1397",
  "1593",
  "7531",
  "1357",
  "2468",
  "1004",
];

/** All digits the same, or each one more or less than the one before; 9 is followed by 0. */
function isRow(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0);
}

/** 1212, 1122, 1221. */
const isPattern = ([a, b, c, d]: readonly (string | undefined)[]): boolean =>
  (a === c && b === d) || (a === b && c === d) || (a === d && b === c);

/** A birthday in whatever order it is written: its year, day and month, two of them. */
function ofBirth(date: string | undefined): string[] {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? "") ?? [];
  if (year === "") return [];
  const short = year.slice(2);
  return [year, day + month, month + day, month + short, short + month, day + short, short + day];
}

/** Whether a PIN of four digits is among those that are guessed first. */
export const isObvious = (pin: string, { dateOfBirth, phone, last4 }: Known): boolean =>
  isRow(pin) ||
  isPattern([...pin]) ||
  WELL_KNOWN.includes(pin) ||
  ofBirth(dateOfBirth).includes(pin) ||
  pin === phone?.slice(-4) ||
  pin === last4;
