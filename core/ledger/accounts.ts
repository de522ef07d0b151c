import { createHash } from "node:crypto";
import * as Assets from "../kernel/assets/index.ts";
import { ULID } from "../kernel/ids/schema.ts";
import { ledgerOf, type Mode, SANDBOX, tagOf } from "../kernel/mode.ts";
import type { Key } from "../platform/table/entity.ts";
import { systemShard, walletAccount } from "./entity.ts";
import { type AccountRef, GENESIS } from "./schema.ts";

/**
 * The ledger's accounts by name: users' (`wallet:<wallet id>`) and the platform's own. The name says whether
 * an account is of the live ledger or of which sandbox, so every key that is made of it does.
 */

export interface SystemAccount {
  /** A name, or a family of them where it ends with `:*`. */
  readonly name: string;
  readonly about: string;
  /** Whether its balance may fall below zero: it stands for something outside the ledger. */
  readonly mayGoNegative: boolean;
  /** Over how many items its balance is spread. */
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
  outside("clearing:bank", "What came in by bank transfer and adjustments, as a negative figure"),
  outside("clearing:psp", "What came in through the payment provider, as a negative figure"),
  outside(
    "clearing:issuing",
    "What was paid with issued cards, less what came back: the provider takes it from its own balance",
  ),
  outside("issuance", "The supply of the platform's token, and of each pool's shares, as a negative figure"),
  outside(
    "receivable",
    "What users owe for money that was taken back when they had spent it, as a negative figure",
  ),
  own("clearing:chain", "The part of the supply of the platform's token that is outside the ledger", 16),
  own("suspense", "What came in for nobody that we could find, or for somebody who is erased", 16),
  own("saveback", "What merchants have paid for saveback that is pending: the sum of all such rewards", 16),
  own("treasury", "The platform's income and what governance may spend", 16),
  own("rewards", "What staking rewards are paid from, and farms' first emissions came from", 16),
  own("rewards:*", "What one farm was funded with and has not paid", 1),
  {
    name: "program:*",
    about:
      "What a loyalty program has given in points less what came back, as a negative figure (`:given`); what of it was spent, what has expired",
    mayGoNegative: true,
    shards: 16,
  },
  own("points:*", "The points on one loyalty card", 1),
  own("pool:*", "The reserves of a liquidity pool", 1),
  own(
    "lp:*",
    "The pool shares of one liquidity position that are free, those of one farming position, or those locked for ever with a pool's first mint",
    1,
  ),
];

export { GENESIS };

/** A system account of a sandbox is named after it: `<sandbox>:treasury`. */
const OF_SANDBOX = new RegExp(`^(${SANDBOX}):(.+)$`);

/** A system account with its asset. @param name as in the table above */
export const systemRef = (mode: Mode, name: string, asset: string): AccountRef => ({
  account: mode === "live" ? name : `${mode}:${name}`,
  asset,
});

/**
 * Where an asset comes from and goes to that the bank or staff brings in. The platform's own token is not the
 * bank's: what its holders bring in is taken from the part of its supply that is outside the ledger.
 */
export const clearingRef = (mode: Mode, asset: string): AccountRef =>
  systemRef(mode, asset === Assets.native.symbol ? "clearing:chain" : "clearing:bank", asset);

export const modeOf = (account: string): Mode =>
  parseSystem(account).mode ?? parseWalletId(walletOf(account) ?? "")?.mode ?? "live";

/** What the name of a system account says: of which sandbox, if of one, and which it is there. */
export function parseSystem(account: string): { readonly mode?: Mode; readonly name: string } {
  const [, mode, name] = OF_SANDBOX.exec(account) ?? [];
  return mode && name ? { mode: ledgerOf(mode), name } : { name: account };
}

/**
 * The system account of that name, of whichever ledger.
 * @throws TypeError when the table above has none: a bug, not a caller's mistake
 */
export function system(account: string): SystemAccount {
  const { name } = parseSystem(account);
  const family = `${name.slice(0, name.indexOf(":"))}:*`;
  const found = systemAccounts.find((one) => one.name === name || one.name === family);
  if (!found || name.endsWith(":*")) throw new TypeError(`the ledger has no account ${account}`);
  return found;
}

/**
 * A wallet's id says which ledger it is of, whose it is, and of which asset: `wal_<the user's ULID>_<asset>`,
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

/** What a wallet's id says, or undefined when it is none: of what is no asset, nobody has a wallet. */
export function parseWalletId(id: string): WalletName | undefined {
  const [, sandbox, ulid, named = ""] = WALLET_ID.exec(id) ?? [];
  const asset = Assets.find(named)?.symbol;
  if (!ulid || asset === undefined) return undefined;
  return { mode: ledgerOf(sandbox), userId: `usr_${ulid}`, asset };
}

/** The account of somebody's wallet. */
export const accountOf = ({ mode, userId }: Pick<WalletName, "mode" | "userId">, asset: string): AccountRef =>
  walletRef(walletId(mode, userId, asset));

const USER_PREFIX = "wallet:";

export const walletRef = (id: string): AccountRef => {
  const parsed = parseWalletId(id);
  if (!parsed) throw new TypeError(`"${id}" is not a wallet's id`);
  return { account: USER_PREFIX + id, asset: parsed.asset };
};

/** The wallet of a user account, or undefined for a system account. */
export const walletOf = (account: string): string | undefined =>
  account.startsWith(USER_PREFIX) ? account.slice(USER_PREFIX.length) : undefined;

/** The account of that name with its asset. @throws TypeError when it is no user's */
export function userRef(account: string): AccountRef {
  const id = walletOf(account);
  if (id === undefined) throw new TypeError(`${account} is not a user account`);
  return walletRef(id);
}

/** Where a user account stands. @throws TypeError when the account is none, or not of that asset */
export function walletKey({ account, asset }: AccountRef): Key {
  const parsed = parseWalletId(walletOf(account) ?? "");
  if (!parsed || parsed.asset !== asset)
    throw new TypeError(`${account} is not a user's account of ${asset}`);
  return walletAccount.key(parsed);
}

/** Where one shard of a system account stands. */
export const shardKey = ({ account, asset }: AccountRef, shard: number): Key =>
  systemShard.key({ account, asset, shard: String(shard).padStart(2, "0") });

/** All shards of a system account. */
export const shardKeys = (ref: AccountRef): Key[] =>
  Array.from({ length: system(ref.account).shards }, (_, shard) => shardKey(ref, shard));

/** The shard that an entry's posting goes to: any, but the same one at every attempt. */
export const shardOf = (ref: AccountRef, entryId: string): number =>
  createHash("sha256").update(`${ref.account}#${entryId}`).digest().readUInt32BE(0) %
  system(ref.account).shards;
