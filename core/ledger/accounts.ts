import { createHash } from "node:crypto";
import * as Assets from "../kernel/assets/index.ts";
import { ULID } from "../kernel/ids/schema.ts";
import { ledgerOf, type Mode, SANDBOX, tagOf } from "../kernel/mode.ts";
import type { Key } from "../platform/table/entity.ts";
import { systemShard, walletAccount } from "./entity.ts";
import { type AccountRef, GENESIS } from "./schema.ts";

/**
 * Accounts of the ledger by name: user accounts (`wallet:<wallet id>`) and system accounts. A name states the
 * ledger (live, or which sandbox), and so does every key that is made from it.
 */

export interface SystemAccount {
  /** A name. `:*` at its end stands for any suffix. */
  readonly name: string;
  readonly about: string;
  /** Whether its balance may be negative, because it is the counterpart of money, tokens or points that others have. */
  readonly mayGoNegative: boolean;
  /** The number of items that share its balance. */
  readonly shards: number;
}

const outside = (name: string, about: string): SystemAccount => ({
  name,
  about,
  mayGoNegative: true,
  shards: 64,
});
const own = (name: string, about: string, shards: number): SystemAccount => ({
  name,
  about,
  mayGoNegative: false,
  shards,
});

export const systemAccounts: readonly SystemAccount[] = [
  outside("clearing:bank", "Money received by bank transfer and adjustments, as a negative figure"),
  outside("clearing:psp", "Money received through the payment provider, as a negative figure"),
  outside(
    "clearing:issuing",
    "Payments with issued cards, less refunds: the provider takes them from its own balance",
  ),
  outside("issuance", "The supply of the platform's token, and of each pool's shares, as a negative figure"),
  outside(
    "receivable",
    "Debts of users for money that was taken back after they had spent it, as a negative figure",
  ),
  own("clearing:chain", "The part of the supply of the platform's token that is outside the ledger", 16),
  own("suspense", "Money received for an unknown or erased recipient", 16),
  own("saveback", "Money that merchants paid for pending saveback: the sum of all pending rewards", 16),
  own("treasury", "The platform's income, which governance may spend", 16),
  own("rewards", "The fund of staking rewards and of the farms' first emissions", 16),
  own("rewards:*", "The unpaid funds of one farm", 1),
  {
    name: "program:*",
    about:
      "Points that a loyalty program has given, less returned ones, as a negative figure (`:given`); the spent points; the expired points",
    mayGoNegative: true,
    shards: 16,
  },
  own("points:*", "The points on one loyalty card", 1),
  own("pool:*", "The reserves of a liquidity pool", 1),
  own(
    "lp:*",
    "The available pool shares of one liquidity position, those of one farming position, or those locked permanently with a pool's first mint",
    1,
  ),
];

export { GENESIS };

/** The name of a system account of a sandbox begins with the sandbox: `<sandbox>:treasury`. */
const OF_SANDBOX = new RegExp(`^(${SANDBOX}):(.+)$`);

/** Returns a system account with its asset. @param name as in `systemAccounts` */
export const systemRef = (mode: Mode, name: string, asset: string): AccountRef => ({
  account: mode === "live" ? name : `${mode}:${name}`,
  asset,
});

/**
 * Returns the counter-account of deposits and withdrawals of an asset by the bank or the staff. Deposits of the
 * platform's own token come from the part of its supply that is outside the ledger.
 */
export const clearingRef = (mode: Mode, asset: string): AccountRef =>
  systemRef(mode, asset === Assets.native.symbol ? "clearing:chain" : "clearing:bank", asset);

export const modeOf = (account: string): Mode =>
  parseSystem(account).mode ?? parseWalletId(walletOf(account) ?? "")?.mode ?? "live";

/** Parses the name of a system account: its sandbox, if it has one, and its name there. */
export function parseSystem(account: string): { readonly mode?: Mode; readonly name: string } {
  const [, mode, name] = OF_SANDBOX.exec(account) ?? [];
  return mode && name ? { mode: ledgerOf(mode), name } : { name: account };
}

/**
 * Returns the system account of a name, in any ledger.
 * @throws TypeError if `systemAccounts` has no such name, which is a bug of the calling code
 */
export function system(account: string): SystemAccount {
  const { name } = parseSystem(account);
  const family = `${name.slice(0, name.indexOf(":"))}:*`;
  const found = systemAccounts.find((one) => one.name === name || one.name === family);
  if (!found || name.endsWith(":*")) throw new TypeError(`the ledger has no account ${account}`);
  return found;
}

/**
 * Returns the id of a wallet, which states ledger, user and asset: `wal_<the user's ULID>_<asset>`,
 * `wal_<the sandbox>_<the user's ULID>_<asset>`.
 */
export const walletId = (mode: Mode, userId: string, asset: string): string =>
  `wal_${tagOf(mode)}${userId.slice("usr_".length)}_${asset.toLowerCase()}`;

const WALLET_ID = new RegExp(`^wal_(?:(${SANDBOX})_)?(${ULID})_([a-z0-9]{2,10})$`);

export interface WalletName {
  readonly mode: Mode;
  readonly userId: string;
  readonly asset: string;
}

/** Parses a wallet id; undefined if it is not one, or names an unknown asset. */
export function parseWalletId(id: string): WalletName | undefined {
  const [, sandbox, ulid, named = ""] = WALLET_ID.exec(id) ?? [];
  const asset = Assets.find(named)?.symbol;
  if (!ulid || asset === undefined) return undefined;
  return { mode: ledgerOf(sandbox), userId: `usr_${ulid}`, asset };
}

export const accountOf = ({ mode, userId }: Pick<WalletName, "mode" | "userId">, asset: string): AccountRef =>
  walletRef(walletId(mode, userId, asset));

const USER_PREFIX = "wallet:";

export const walletRef = (id: string): AccountRef => {
  const parsed = parseWalletId(id);
  if (!parsed) throw new TypeError(`"${id}" is not a wallet's id`);
  return { account: USER_PREFIX + id, asset: parsed.asset };
};

/** Returns the wallet id of a user account; undefined for a system account. */
export const walletOf = (account: string): string | undefined =>
  account.startsWith(USER_PREFIX) ? account.slice(USER_PREFIX.length) : undefined;

/** Returns a user account with its asset. @throws TypeError if it is not a user account */
export function userRef(account: string): AccountRef {
  const id = walletOf(account);
  if (id === undefined) throw new TypeError(`${account} is not a user account`);
  return walletRef(id);
}

/** Returns the key of a user account's item. @throws TypeError if it is not a user account of that asset */
export function walletKey({ account, asset }: AccountRef): Key {
  const parsed = parseWalletId(walletOf(account) ?? "");
  if (!parsed || parsed.asset !== asset)
    throw new TypeError(`${account} is not a user's account of ${asset}`);
  return walletAccount.key(parsed);
}

export const shardKey = ({ account, asset }: AccountRef, shard: number): Key =>
  systemShard.key({ account, asset, shard: String(shard).padStart(2, "0") });

export const shardKeys = (ref: AccountRef): Key[] =>
  Array.from({ length: system(ref.account).shards }, (_, shard) => shardKey(ref, shard));

/** Picks the shard for an entry's posting: the same one at every attempt. */
export const shardOf = (ref: AccountRef, entryId: string): number =>
  createHash("sha256").update(`${ref.account}#${entryId}`).digest().readUInt32BE(0) %
  system(ref.account).shards;
