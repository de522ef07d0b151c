/** Integer mathematics. */

/** The largest integer whose square is at most `value`, by Newton's method. @throws RangeError below zero */
export function sqrt(value: bigint): bigint {
  if (value < 0n) throw new RangeError("the square root of a negative number");
  if (value < 2n) return value;
  // From a power of two at or above the root, each step comes closer from above until it no longer falls.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The quotient rounded up, of numbers that are not negative. */
export const ceilDiv = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;
