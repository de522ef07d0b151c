import fc from "fast-check";
import { addr } from "micro-eth-signer";
import { describe, expect, it } from "vitest";
import * as Ids from "../../kernel/ids/index.ts";
import { checkAddress } from "../../wallets/address.ts";
import { tokenSymbols } from "../exchange/pairs.ts";
import { targets } from "../governance/actions/schema.ts";
import { ofUser, tokenAddress, userOf } from "./index.ts";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const userIds = fc
  .tuple(
    fc.constantFrom(...DIGITS.slice(0, 8)),
    fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 25, maxLength: 25 }),
  )
  .map(([first, rest]) => `usr_${first}${rest}`);

describe("an account's address", () => {
  it("maps back to its user, with its checksum and in upper or lower case", () => {
    fc.assert(
      fc.property(userIds, (userId) => {
        const address = ofUser(userId);
        expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
        expect(addr.addChecksum(address.toLowerCase())).toBe(address);
        expect(userOf(address)).toBe(userId);
        expect(userOf(address.toLowerCase())).toBe(userId);
        expect(userOf(`0x${address.slice(2).toUpperCase()}`)).toBe(userId);
      }),
    );
  });

  it("never changes, since clients store it", () => {
    expect(ofUser("usr_01jd3v8y2m9t4k6q0s5w7x1z3b")).toBe("0xEC999567019347B478544E89335C192f0fD0Fc6B");
  });

  it("differs for each user", () => {
    const ids = Array.from({ length: 100 }, () => Ids.create("user"));
    expect(new Set(ids.map(ofUser)).size).toBe(100);
  });

  it("does not map to a user if one character has the wrong case", () => {
    const address = ofUser("usr_01jd3v8y2m9t4k6q0s5w7x1z3b");
    const at = address.search(/[a-f]/);
    expect(userOf(address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1))).toBe(
      undefined,
    );
  });

  it.each([
    ...Object.values(targets),
    "0xde709f2102306220921060314715629080e2fb77",
    "",
    "0x",
    "0xEC9995",
    "usr_01jd3v8y2m9t4k6q0s5w7x1z3b",
    `0x${"g".repeat(40)}`,
  ])("cannot be the text %j", (text) => expect(userOf(text)).toBe(undefined));

  it.each(["usr_", "usr_81jd3v8y2m9t4k6q0s5w7x1z3b", "ses_01jd3v8y2m9t4k6q0s5w7x1z3b"])(
    "cannot be computed for %j, because that is not a user's id",
    (id) => expect(() => ofUser(id)).toThrow(TypeError),
  );
});

describe("a token's address", () => {
  it("differs for each token and has a valid checksum", () => {
    const addresses = tokenSymbols().map(tokenAddress);
    for (const address of addresses) {
      expect(checkAddress("ethereum", address)).toBe(address);
      expect(address.toLowerCase()).not.toBe(address);
    }
    expect(new Set(addresses).size).toBe(6);
  });

  it("never changes, since clients store it", () => {
    expect(tokenAddress("BTC")).toBe("0x59BD8580AB59333720Aaa5B3e27D0608bdA2db24");
  });
});
