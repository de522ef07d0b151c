import * as z from "zod";
import type { BaseUnits } from "../kernel/money/index.ts";

/** What the ledger keeps (DESIGN section 3). Amounts are signed base units of the posting's asset. */

/**
 * An account's money is free, or held for a purpose (staking, a card authorization) until it is captured or
 * released.
 */
export const buckets = ["available", "held"] as const;
export type Bucket = (typeof buckets)[number];

/** Why money moved. A new kind of movement is a new word here. */
export const entryTypes = [
  "DEPOSIT",
  "WITHDRAWAL",
  "TRANSFER",
  "HOLD",
  "CAPTURE",
  "RELEASE",
  "REVERSAL",
  "ISSUANCE",
  "SWAP",
  "LIQUIDITY_ADD",
  "LIQUIDITY_REMOVE",
  "STAKE",
  "UNSTAKE",
  "REWARD",
  "FARM_STAKE",
  "FARM_WITHDRAW",
  "TREASURY_TRANSFER",
  "TOP_UP",
  "TOP_UP_REFUND",
  "PAYMENT",
  "REFUND",
  "POINTS",
  "CARD_PAYMENT",
  "CARD_REFUND",
  "PAYOUT",
  "PAYOUT_RETURN",
] as const;
export type EntryType = (typeof entryTypes)[number];

/** What an entry may be for: whose record names it, or what was asked for with it. */
export const referenceKinds = [
  /** A request of staff that a second one approved. */
  "adjustment",
  /** What the bank tells of, by its own id. */
  "bank_transfer",
  "withdrawal",
  /** A payment of the provider, what it sold for the platform, and what went back of one. */
  "payment_intent",
  "order",
  "invoice",
  "refund",
  "dispute",
  /** A payment from account to account: however it was asked for, by code and schedule too. */
  "payment",
  /** What somebody set aside, and what was paid of it. */
  "hold",
  /** The account to which somebody sends, where the sender named it. */
  "account",
  /** Of issued cards, by the provider's ids. */
  "issuing_authorization",
  "issuing_transaction",
  "issuing_dispute",
  /** A pair of the exchange. */
  "pool",
  /** A position. */
  "stake",
  /** A position in a farm, and a farm that was funded. */
  "farming",
  "farm",
  "proposal",
  /** Why points moved. */
  "loyalty_program",
  "redemption",
  "referral",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What an entry is for, for whoever looks on from it: nobody reads that out of its reason. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
}

/**
 * One account holds one asset: a user's account is named after the wallet, a system account has one per
 * asset.
 */
export interface AccountRef {
  readonly account: string;
  readonly asset: string;
}

/** One side of a movement: what a bucket of an account gains (positive) or gives (negative). */
export interface Posting extends AccountRef {
  readonly bucket: Bucket;
  readonly amount: BaseUnits;
}

/**
 * How an entry changes a hold: opens it (positive, the whole amount), adds to one that it has read (positive) or
 * takes from it (negative).
 */
export interface HoldChange extends AccountRef {
  readonly holdId: string;
  readonly change: BaseUnits;
}

/** Where a hold stands, and whose money it is. */
export interface HoldRef extends AccountRef {
  readonly holdId: string;
}

/** Where an entry stands in the chain of the user account that initiated it. */
export interface Link {
  /** The user account whose chain the entry extends. */
  readonly initiator: string;
  /** 1 for the account's first entry. */
  readonly seq: bigint;
  /** The hash of the entry before, `GENESIS` for the first. */
  readonly prevHash: string;
}

/** A journal entry: written once, never changed. */
export interface Entry {
  readonly entryId: string;
  readonly type: EntryType;
  readonly postings: readonly Posting[];
  readonly holds: readonly HoldChange[];
  /** Missing where no user account initiated the entry: system accounts are not chained. */
  readonly link?: Link | undefined;
  /** Who did it: a user's id, or the name of the part of the platform. */
  readonly actorId: string;
  /** In words: for people alone. What somebody wrote stands there as it was written. */
  readonly reason: string;
  /** Missing where nothing but the entry says what it is for: a plain transfer, a swap. */
  readonly reference?: Reference | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The entry that this one undoes. */
  readonly reverses?: string | undefined;
  /** `0x` and the SHA-256 of all the above. */
  readonly transactionHash: string;
}

/** What a user account has. */
export interface Balances {
  readonly available: BaseUnits;
  readonly held: BaseUnits;
}

/** One line of a wallet's history: what one entry did to it. */
export interface HistoryLine {
  readonly walletId: string;
  readonly entryId: string;
  /** The entry's type, with the direction where it has two: `TRANSFER_IN`. */
  readonly type: string;
  readonly available: BaseUnits;
  readonly held: BaseUnits;
  /** The account that the money came from, without the prefix of user accounts. */
  readonly from: string;
  readonly createdAt: string;
}

/** A history line as it is kept: with the running balance. */
export interface RunningLine extends HistoryLine {
  /** How many entries have changed the wallet, this one included: lines have no gap and no order but this. */
  readonly sequence: bigint;
  /** What the wallet had after the entry. */
  readonly availableAfter: BaseUnits;
  readonly heldAfter: BaseUnits;
  /**
   * Who was at the other end, by the name that this one's owner might see then: whoever is renamed later does not
   * change what has been. It stands here and not in the journal, which nobody may change.
   */
  readonly counterparty?: string | undefined;
  /** How much of what came has paid what its owner owed; it is none of what the line says. */
  readonly settled?: BaseUnits | undefined;
  /** The hash of the entry, which covers what of it is not the owner's to see. */
  readonly entryHash: string;
  /** The hash of the line before, `GENESIS` for the first. */
  readonly previousHash: string;
  /** The hash of all that a statement shows of the line, and of the two above (`lineHashOf`). */
  readonly hash: string;
}

// How these stand in the table, for the audit: strict, so that a field added by hand is seen too.

/** The head of a chain without entries. */
export const GENESIS = `0x${"0".repeat(64)}`;

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const ref = { account: z.string(), asset: z.string() };

export const entryItem = z.strictObject({
  pk: z.string(),
  sk: z.literal("ENTRY"),
  entryId: z.string(),
  type: z.enum(entryTypes),
  postings: z.array(z.strictObject({ ...ref, bucket: z.enum(buckets), amount: z.bigint() })),
  holds: z.array(z.strictObject({ ...ref, holdId: z.string(), change: z.bigint() })),
  link: z.strictObject({ initiator: z.string(), seq: z.bigint(), prevHash: hash }).optional(),
  actorId: z.string(),
  reason: z.string(),
  reference: z.strictObject({ kind: z.enum(referenceKinds), id: z.string() }).optional(),
  createdAt: z.iso.datetime(),
  reverses: z.string().optional(),
  transactionHash: hash,
});

export const historyItem = z.strictObject({
  pk: z.string(),
  sk: z.string(),
  walletId: z.string(),
  entryId: z.string(),
  type: z.string(),
  available: z.bigint(),
  held: z.bigint(),
  from: z.string(),
  createdAt: z.string(),
  sequence: z.bigint(),
  availableAfter: z.bigint(),
  heldAfter: z.bigint(),
  counterparty: z.string().optional(),
  settled: z.bigint().optional(),
  entryHash: hash,
  previousHash: hash,
  hash,
});

/** The part of a wallet's item that only the ledger writes. */
export const accountState = z.object({
  available: z.bigint(),
  held: z.bigint(),
  /** The hash of the chain's last entry, and how many entries it has. */
  head: hash,
  seq: z.bigint(),
  /** The hash of the history's last line. */
  lineHead: hash,
  totalDeposits: z.bigint(),
  totalWithdrawals: z.bigint(),
  /** How many entries have changed the account. */
  transactionCount: z.bigint(),
  /** When the latest of them was made: no later one is stamped before it. Empty before the first. */
  lastEntryAt: z.string(),
});

/** A wallet, and the account that it shows. */
export const walletItem = z.object({
  walletId: z.string(),
  asset: z.string(),
  publicAddress: z.string(),
  iban: z.string().optional(),
  label: z.string().optional(),
  createdAt: z.string(),
  ...accountState.shape,
  /** Since when its owner is erased: what comes in is not the owner's. */
  closedAt: z.string().optional(),
});

/** What the ledger goes by of an account. */
export type AccountState = Pick<z.output<typeof walletItem>, keyof typeof accountState.shape | "closedAt">;

export const shardItem = z.strictObject({
  pk: z.string(),
  sk: z.literal("SHARD"),
  account: z.string(),
  asset: z.string(),
  balance: z.bigint(),
});

export const holdItem = z.strictObject({
  pk: z.string(),
  sk: z.literal("HOLD"),
  holdId: z.string(),
  ...ref,
  amount: z.bigint(),
  remaining: z.bigint(),
  createdAt: z.string(),
});
export type Hold = z.output<typeof holdItem>;

export const reversalItem = z.strictObject({
  pk: z.string(),
  sk: z.literal("REVERSAL"),
  entryId: z.string(),
  reversedBy: z.string(),
});
