import * as z from "zod";
import type { BaseUnits } from "../kernel/money/index.ts";

/** The items of the ledger (DESIGN section 3). Amounts are signed base units of the posting's asset. */

/** Money of an account is available, or held for a purpose (staking, a card authorization) until captured or released. */
export const buckets = ["available", "held"] as const;
export type Bucket = (typeof buckets)[number];

/** Kinds of movements. */
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

/** The kinds of objects that an entry may refer to. */
export const referenceKinds = [
  /** A request of a staff member that a second staff member approved. */
  "adjustment",
  /** By the bank's id. */
  "bank_transfer",
  "withdrawal",
  /** The provider's payments, orders and invoices, and their refunds and disputes. */
  "payment_intent",
  "order",
  "invoice",
  "refund",
  "dispute",
  /** A payment from account to account, also by code or schedule. */
  "payment",
  /** A reservation, and payments from it. */
  "hold",
  /** The recipient's account, if the sender named it. */
  "account",
  /** Issued cards, by the provider's ids. */
  "issuing_authorization",
  "issuing_transaction",
  "issuing_dispute",
  /** A pair of the exchange. */
  "pool",
  /** A staking position. */
  "stake",
  /** A farming position, and a funded farm. */
  "farming",
  "farm",
  "proposal",
  /** Causes of movements of points. */
  "loyalty_program",
  "redemption",
  "referral",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** The object that an entry refers to. Code reads this, never the reason. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
}

/** One account of one asset. A user account is named after its wallet; a system account exists once for each asset. */
export interface AccountRef {
  readonly account: string;
  readonly asset: string;
}

/** One side of a movement: the amount that a bucket of an account receives (positive) or gives (negative). */
export interface Posting extends AccountRef {
  readonly bucket: Bucket;
  readonly amount: BaseUnits;
}

/** The change of a hold: opens it (positive, the whole amount), adds to a hold that was read (positive) or takes from it (negative). */
export interface HoldChange extends AccountRef {
  readonly holdId: string;
  readonly change: BaseUnits;
}

export interface HoldRef extends AccountRef {
  readonly holdId: string;
}

/** The position of an entry in the chain of the user account that initiated it. */
export interface Link {
  /** The user account whose chain the entry extends. */
  readonly initiator: string;
  /** 1 for the account's first entry. */
  readonly seq: bigint;
  /** The hash of the previous entry, `GENESIS` for the first. */
  readonly prevHash: string;
}

/** A journal entry: written once, never changed. */
export interface Entry {
  readonly entryId: string;
  readonly type: EntryType;
  readonly postings: readonly Posting[];
  readonly holds: readonly HoldChange[];
  /** Missing if no user account initiated the entry: system accounts have no chain. */
  readonly link?: Link | undefined;
  /** A user's id, or the name of the part of the platform that posted it. */
  readonly actorId: string;
  /** Text for people only, as its author wrote it. */
  readonly reason: string;
  /** Missing if no other object belongs to the entry, as for a plain transfer or a swap. */
  readonly reference?: Reference | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The reversed entry. */
  readonly reverses?: string | undefined;
  /** `0x` and the SHA-256 of all fields above. */
  readonly transactionHash: string;
}

/** The balances of a user account. */
export interface Balances {
  readonly available: BaseUnits;
  readonly held: BaseUnits;
}

/** One line of a wallet's history: its change by one entry. */
export interface HistoryLine {
  readonly walletId: string;
  readonly entryId: string;
  /** The entry's type, with the direction if it has two: `TRANSFER_IN`. */
  readonly type: string;
  readonly available: BaseUnits;
  readonly held: BaseUnits;
  /** The account that the money came from, without the prefix of user accounts. */
  readonly from: string;
  readonly createdAt: string;
}

/** A stored history line, with the running balance. */
export interface RunningLine extends HistoryLine {
  /** The number of entries that have changed the wallet, including this one. It orders the lines and has no gap. */
  readonly sequence: bigint;
  /** The wallet's balances after the entry. */
  readonly availableAfter: BaseUnits;
  readonly heldAfter: BaseUnits;
  /**
   * The counterparty's name, as the owner could see it at the time; a later change of name does not apply. It is not in
   * the journal, because the journal cannot be changed when the counterparty is erased.
   */
  readonly counterparty?: string | undefined;
  /** The part of the credit that paid the owner's debt. The line's amounts do not include it. */
  readonly settled?: BaseUnits | undefined;
  /** The hash of the entry, which covers the fields that the owner may not see. */
  readonly entryHash: string;
  /** The hash of the previous line, `GENESIS` for the first. */
  readonly previousHash: string;
  /** The hash of the fields that a statement shows, and of the two hashes above (`lineHashOf`). */
  readonly hash: string;
}

// The stored items. All but wallets are strict, so that the audit detects a field that was added by hand.

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

/** The attributes of a wallet's item that only the ledger writes. */
export const accountState = z.object({
  available: z.bigint(),
  held: z.bigint(),
  /** The hash of the chain's last entry, and the number of entries in the chain. */
  head: hash,
  seq: z.bigint(),
  /** The hash of the history's last line. */
  lineHead: hash,
  totalDeposits: z.bigint(),
  totalWithdrawals: z.bigint(),
  /** The number of entries that have changed the account. */
  transactionCount: z.bigint(),
  /** The time of the latest entry: a later entry never has an earlier time. Empty before the first. */
  lastEntryAt: z.string(),
});

/** A wallet and its account. */
export const walletItem = z.object({
  walletId: z.string(),
  asset: z.string(),
  publicAddress: z.string(),
  iban: z.string().optional(),
  label: z.string().optional(),
  createdAt: z.string(),
  ...accountState.shape,
  /** When its owner was erased: later credits do not belong to the owner. */
  closedAt: z.string().optional(),
});

/** The state of an account that entries are planned with. */
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
