import type { UserActor } from "../../identity/actor.ts";
import type { AccountRef } from "../schema.ts";

/** A transfer from user to user, as it is asked for and answered. */

/** Who sends: the one that acts, or on whose behalf a schedule does. */
export type Sender = Pick<UserActor, "userId" | "mode" | "name">;

/** An account that is paid, and the name that whoever pays may see; undefined where it is an address. */
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

/** A transfer as one of its two sides sees it: of the other no more than a name. */
export interface Transfer {
  readonly transferId: string;
  readonly direction: "in" | "out";
  /** The sender's account; null to whoever receives. */
  readonly fromAccountId: string | null;
  /** The receiver's account; to the sender null where the account was not named by its id. */
  readonly toAccountId: string | null;
  /** Who is at the other end, by the name of that time; null where it has none. */
  readonly counterparty: string | null;
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
  /** May be empty. */
  readonly description: string;
  readonly createdAt: string;
}

export interface Transferred extends Transfer {
  /** As the histories of both name it. */
  readonly transactionId: string;
  /** What the sender has free after it. */
  readonly available: bigint;
  /** Who was paid, as the sender may see it; null where that is an address. */
  readonly recipient: string | null;
}
