import { describe, expect, it } from "vitest";
import { checkAddress } from "./address.ts";

const accepts = (network: string, address: string): boolean => {
  try {
    return checkAddress(network, address) === address;
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_ADDRESS" });
    return false;
  }
};

/** Replaces one character of an address. */
const mistyped = (address: string, at: number, by: string): string =>
  address.slice(0, at) + by + address.slice(at + 1);

describe("a public address", () => {
  // EIP-55's own examples.
  it.each([
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0xde709f2102306220921060314715629080e2fb77",
  ])("of Ethereum is accepted: %s", (address) => {
    expect(accepts("ethereum", address)).toBe(true);
  });

  // From BIP 173, BIP 350 and the first block.
  it.each([
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ])("of Bitcoin is accepted: %s", (address) => {
    expect(accepts("bitcoin", address)).toBe(true);
  });

  it.each([
    "DE89370400440532013000",
    "GB82WEST12345698765432",
    "FR1420041010050500013M02606",
    "AL47212110090000000235698741",
    "MD24AG000225100013104168",
    "ME25505000012345678951",
    "MK07250120000058984",
    "RS35260005601001611379",
  ])("of a bank in the SEPA area is accepted: %s", (address) => {
    expect(accepts("sepa", address)).toBe(true);
  });

  it.each([
    ["ethereum", mistyped("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 4, "a")],
    ["ethereum", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["ethereum", "0xde709f2102306220921060314715629080e2fb7"],
    ["bitcoin", mistyped("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", 5, "Q")],
    ["bitcoin", mistyped("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 9, "p")],
    // An address of the test network, version 1 in bech32 instead of bech32m, of another chain, and in mixed case.
    ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
    ["bitcoin", "0xde709f2102306220921060314715629080e2fb77"],
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4"],
    ["sepa", mistyped("DE89370400440532013000", 10, "5")],
    ["sepa", "DE8937040044053201300"],
    ["sepa", "de89370400440532013000"],
    ["sepa", "DE89 3704 0044 0532 0130 00"],
    ["sepa", "US64SVBKUS6S3300958879"],
    ["sepa", "BR1800360305000010009795493C1"],
    ["ach", "123456789"],
    ["unheard-of", "x"],
  ])("for the network %s is rejected: %s", (network, address) => {
    expect(accepts(network, address)).toBe(false);
  });
});
