import fc from "fast-check";
import { isValidIBAN } from "ibantools";
import { afterEach, beforeEach, expect, it } from "vitest";
import { someSandbox } from "../../tests/support/sandboxes.ts";
import type { Mode } from "../kernel/mode.ts";
import { walletId, walletRef } from "./accounts.ts";
import { ibanOf } from "./iban.ts";

beforeEach(() => {
  process.env["IBAN_RANGE"] = "FR9999900001";
});
afterEach(() => {
  delete process.env["IBAN_RANGE"];
});

const ulid = fc.string({
  unit: fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"),
  minLength: 26,
  maxLength: 26,
});
const of = (id: string, mode: Mode = "live", asset = "EUR") =>
  ibanOf(walletRef(walletId(mode, `usr_${id}`, asset)));

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const AS_DIGITS = "12345678912345678923456789";

/** The RIB's key: without the country, and with each letter as its digit, the number is a multiple of 97. */
function keyIsRight(iban: string): boolean {
  const digits = iban.slice(4).replace(/[A-Z]/g, (letter) => AS_DIGITS[LETTERS.indexOf(letter)] ?? "");
  return BigInt(digits) % 97n === 0n;
}

it("every euro account has an IBAN of the range, all check digits right, always the same and its own", () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(ulid, (id) => {
      const iban = of(id) ?? "";
      expect(iban).toMatch(/^FR\d\d9999900001[0-9A-Z]{11}\d\d$/);
      expect([isValidIBAN(iban), keyIsRight(iban)]).toEqual([true, true]);
      expect(of(id)).toBe(iban);
      expect(seen.get(iban) ?? id).toBe(id);
      seen.set(iban, id);
    }),
    { numRuns: 500 },
  );
  expect(keyIsRight("FR1420041010050500013M02606")).toBe(true);
});

it("accounts of other assets, of tests and without a range have none", () => {
  const id = "01kaf3v7m8q2w5x9y1z4b6c8d0";
  expect([of(id, "live", "USD"), of(id, someSandbox()), of(id, "live", "BTC")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  delete process.env["IBAN_RANGE"];
  expect(of(id)).toBeUndefined();
});
