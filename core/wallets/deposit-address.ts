import { createHash, createHmac } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bech32, createBase58check } from "@scure/base";
import { isLive, type UserActor } from "../identity/actor.ts";
import { checksummed } from "../kernel/eip55/index.ts";
import { env } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { sandboxIbanOf } from "../ledger/iban.ts";
import { DepositsUnavailable, NoDepositAddress, WalletNotFound } from "./errors.ts";
import { owned } from "./owned.ts";
import type { Wallet } from "./schema.ts";

/** Deposit addresses of wallets: an IBAN, or an address of the asset's network. */

/**
 * Returns the deposit address of a wallet of the actor.
 * @throws WALLET_NOT_FOUND, NO_DEPOSIT_ADDRESS, DEPOSITS_UNAVAILABLE without a bank's range or a custodian's key
 */
export async function depositAddress(
  actor: UserActor,
  id: string,
): Promise<{ readonly wallet: Wallet; readonly address: string }> {
  const wallet = (await owned(actor)).find((one) => one.id === id);
  if (!wallet) throw fail(WalletNotFound);
  return { wallet, address: addressOf(wallet, isLive(actor)) };
}

function addressOf({ id, asset: { network }, iban: own }: Wallet, live: boolean): string {
  if (network === "ach") throw fail(NoDepositAddress);
  if (network === "sepa") {
    // The IBAN that was recorded when the wallet was opened. A deposit to any other IBAN would have no recipient.
    const iban = live ? own : sandboxIbanOf(id);
    if (iban === undefined) throw fail(DepositsUnavailable);
    return iban;
  }
  const xpub = env("CUSTODY_XPUB", "");
  if (xpub === "") throw fail(DepositsUnavailable);
  return network === "bitcoin" ? bitcoinAddress(xpub, id, live ? "bc" : "tb") : ethereumAddress(xpub, id);
}

/*
 * Chain addresses, derived from the custodian's extended public key (BIP 32). Only the custodian can spend the deposits,
 * and finds each address by the same path. The path derives from the wallet's id, so an address never changes and
 * belongs to one wallet.
 */

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const base58check = createBase58check(sha256);

/** A public key and its chain code. */
interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** Parses `xpub…`: 4 bytes of version, 9 of its position, the chain code, the compressed key. */
export function parse(xpub: string): Node {
  const bytes = base58check.decode(xpub);
  if (bytes.length !== 78) throw new TypeError("CUSTODY_XPUB is no extended public key");
  return { chainCode: bytes.slice(13, 45), key: bytes.slice(45) };
}

/** Derives a public child (BIP 32, CKDpub). @param index below 2^31 */
export function child({ key, chainCode }: Node, index: number): Node {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(index);
  const hash = createHmac("sha512", chainCode).update(key).update(number).digest();
  const tweak = BigInt(`0x${hash.subarray(0, 32).toString("hex")}`);
  const point = secp256k1.Point.BASE.multiply(tweak).add(secp256k1.Point.fromBytes(key));
  return { key: point.toBytes(true), chainCode: hash.subarray(32) };
}

/** Derives a wallet's key by five steps of 31 bits of its id's hash, which avoids collisions. */
function keyOf(xpub: string, walletId: string): Uint8Array {
  const hash = sha256(Buffer.from(`deposit ${walletId}`));
  const steps = [0, 4, 8, 12, 16].map((at) => hash.readUInt32BE(at) & 0x7fffffff);
  return steps.reduce(child, parse(xpub)).key;
}

/** The prefixes of the main and the test network. */
type Prefix = "bc" | "tb";

/** Returns the native segregated witness address, version 0, of a key (BIP 141, BIP 173). */
export const bitcoinOf = (key: Uint8Array, prefix: Prefix): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(key)))]);

/** Returns the Ethereum address of a key, with its checksum (EIP-55). */
export function ethereumOf(key: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(key).toBytes(false);
  return checksummed(
    Buffer.from(keccak_256(point.slice(1)))
      .subarray(12)
      .toString("hex"),
  );
}

export const bitcoinAddress = (xpub: string, walletId: string, prefix: Prefix): string =>
  bitcoinOf(keyOf(xpub, walletId), prefix);

export const ethereumAddress = (xpub: string, walletId: string): string => ethereumOf(keyOf(xpub, walletId));
