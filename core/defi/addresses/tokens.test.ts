import { expect, it } from "vitest";
import { checkAddress } from "../../wallets/address.ts";
import { tokenSymbols } from "../exchange/pairs.ts";
import { tokenAddress } from "./index.ts";

it("each token has an address of its own that its checksum proves", () => {
  const addresses = tokenSymbols().map(tokenAddress);
  for (const address of addresses) {
    expect(checkAddress("ethereum", address)).toBe(address);
    expect(address.toLowerCase()).not.toBe(address);
  }
  expect(new Set(addresses).size).toBe(6);
});

it("an address never changes: clients keep it", () => {
  expect(tokenAddress("BTC")).toBe("0x59BD8580AB59333720Aaa5B3e27D0608bdA2db24");
});
