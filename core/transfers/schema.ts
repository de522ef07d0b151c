import type { UserActor } from "../identity/actor.ts";
import type { AccountRef } from "../ledger/schema.ts";

/** Requests and responses of transfers between users. */

/** The sender: the actor, or the user for whom a schedule executes the transfer. */
export type Sender = Pick<UserActor, "userId" | "mode" | "name" | "email">;

/** A recipient's account, and the name that the sender may see. */
export interface Receiver extends AccountRef {
  readonly userId: string;
  readonly name: string;
}

/** The recipient, by one of these fields. */
export interface Recipient {
  readonly toAccountId?: string | undefined;
  readonly toEmail?: string | undefined;
  /** E.164. */
  readonly toPhone?: string | undefined;
  /** A user whom the sender has stored as payee. No response shows the id. */
  readonly toUserId?: string | undefined;
}

export interface NewTransfer extends Recipient {
  readonly fromAccountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  /** Defaults to the currency of the account. */
  readonly currency?: string | undefined;
  /** The text in the history of both users; may be empty. */
  readonly description: string;
}

/** A recipient's part of a split: an amount, a percentage of the whole, or the rest. */
export interface NewPart extends Recipient {
  readonly amount?: string | undefined;
  /** Percent of the whole, with up to four decimals: `33.3333`. */
  readonly percent?: string | undefined;
  readonly rest?: true | undefined;
}

/** A transfer to several recipients, in one asset. */
export interface NewSplit {
  readonly fromAccountId: string;
  /** The total, in whole units. Defaults to the sum of the parts' amounts. */
  readonly amount?: string | undefined;
  readonly description: string;
  readonly parts: readonly NewPart[];
}

/** The maximum of recipients of a split: a transaction of the table has at most 100 items, a recipient needs up to 7. */
export const MAX_PARTS = 10;

/** The format of a percentage: up to 100, with up to four decimals. */
export const PERCENT = /^(?:100(?:\.0{1,4})?|[1-9]?\d(?:\.\d{1,4})?)$/;

/** A part of a split, as its sender sees it. */
export interface Part {
  /** Null if the sender named an email address or phone number. */
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
  /** The hold that the transfer was paid from. Only for the sender. */
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
