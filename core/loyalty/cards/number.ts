import { randomInt } from "node:crypto";

/**
 * Card numbers: 16 digits that begin with 9, which ISO/IEC 7812-1 leaves to national use, so that no till
 * takes one for a payment card's or an article's; the last is the check digit of its Annex B (Luhn). Pure but
 * for chance.
 */

const LENGTH = 16;

/** The check digit of a number without one. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A new number: somebody may have it already. */
export function draw(): string {
  const digits = `9${Array.from({ length: LENGTH - 2 }, () => randomInt(10)).join("")}`;
  return digits + checkDigit(digits);
}

/** Whether it could be a card's number: a slip of one digit never is. */
export const isNumber = (text: string): boolean =>
  /^9\d{15}$/.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1);
