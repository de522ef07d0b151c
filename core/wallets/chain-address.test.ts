import { expect, it } from "vitest";
import { walletId } from "../ledger/accounts.ts";
import { checkAddress } from "./address.ts";
import { bitcoinAddress, bitcoinOf, child, ethereumAddress, ethereumOf, parse } from "./deposit-address.ts";

// BIP 32, test vector 2: the chain m, and m/0.
const M =
  "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB";
const M_0 =
  "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH";

/** The public key of the private key 1. */
const KEY = Buffer.from("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "hex");

it("derives the public child key of BIP 32's test vector 2", () => {
  const [derived, expected] = [child(parse(M), 0), parse(M_0)];
  expect(Buffer.from(derived.key)).toEqual(Buffer.from(expected.key));
  expect(Buffer.from(derived.chainCode)).toEqual(Buffer.from(expected.chainCode));
});

it("derives the known Bitcoin and Ethereum addresses of the private key 1", () => {
  expect(bitcoinOf(KEY, "bc")).toBe("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
  expect(bitcoinOf(KEY, "tb")).toBe("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx");
  expect(ethereumOf(KEY)).toBe("0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
});

it("derives for each wallet constant and unique addresses with valid checksums", () => {
  const ids = Array.from({ length: 20 }, (_, at) =>
    walletId("live", `usr_${String(at).padStart(26, "0")}`, at % 2 ? "BTC" : "ETH"),
  );
  const all = ids.flatMap((id) => [bitcoinAddress(M, id, "bc"), ethereumAddress(M, id)]);
  expect(new Set(all).size).toBe(40);
  expect(ids.flatMap((id) => [bitcoinAddress(M, id, "bc"), ethereumAddress(M, id)])).toEqual(all);
  for (const one of all) expect(checkAddress(one.startsWith("0x") ? "ethereum" : "bitcoin", one)).toBe(one);
});
