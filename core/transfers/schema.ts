import type { UserActor } from "../identity/actor.ts";
import type { AccountRef } from "../ledger/schema.ts";

/** A transfer from user to user, as it is asked for and answered. */

/** Who sends: the one that acts, or on whose behalf a schedule does. */
export type Sender = Pick<UserActor, "userId" | "mode" | "name">;

/** A recipient's account, and the name that the sender may see; undefined for an address. */
export interface Receiver extends AccountRef {
  readonly name: string | undefined;
}

/** Whom it is for, by one of these. */
export interface Recipient {
  readonly toAccountId?: string | undefined;
  readonly toEmail?: string | undefined;
  /** E.164. */
  readonly toPhone?: string | undefined;
}

export interface NewTransfer extends Recipient {
  readonly fromAccountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  /** Left out: that of the account. */
  readonly currency?: string | undefined;
  /** What both read in their history; may be empty. */
  readonly description: string;
}

/** What of a split one of its receivers gets: an amount, a share of the whole, or what the others leave. */
export interface NewPart extends Recipient {
  readonly amount?: string | undefined;
  /** Of the whole, up to four decimals: `33.3333`. */
  readonly percent?: string | undefined;
  readonly rest?: true | undefined;
}

/** A transfer to several, in one asset. */
export interface NewSplit {
  readonly fromAccountId: string;
  /** The whole, in whole units; may be left out where every part says its amount. */
  readonly amount?: string | undefined;
  readonly description: string;
  readonly parts: readonly NewPart[];
}

/** So many may be paid by one transfer: the table writes 100 items at once, and a receiver costs up to 7. */
export const MAX_PARTS = 10;

/** What a percentage looks like: up to 100, with four decimals. */
export const PERCENT = /^(?:100(?:\.0{1,4})?|[1-9]?\d(?:\.\d{1,4})?)$/;

/** A part of a split, as its sender sees it. */
export interface Part {
  /** Null where it was sent to an address. */
  readonly toAccountId: string | null;
  readonly counterparty: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/** A transfer as one of its two sides sees it, with only the name of the other. */
export interface Transfer {
  readonly transferId: string;
  readonly direction: "in" | "out";
  /** The sender's account; null for the recipient. */
  readonly fromAccountId: string | null;
  /** The recipient's account; null for a sender who did not name it by its id. */
  readonly toAccountId: string | null;
  /** The hold that paid it. Only for the sender. */
  readonly holdId?: string | null;
  /** The counterparty's name at the time; null if there is none. */
  readonly counterparty: string | null;
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
  /** May be empty. */
  readonly description: string;
  readonly createdAt: string;
  /** The recipients of a split. Only for the sender. */
  readonly parts?: readonly Part[] | undefined;
}

export interface Transferred extends Transfer {
  /** Its id in the histories of both. */
  readonly transactionId: string;
  /** The sender's available balance afterwards. */
  readonly available: bigint;
  /** The recipient's name, as the sender may see it; null for an address. */
  readonly recipient: string | null;
}
