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
  readonly currency: string;
  /** What both read in their history; may be empty. */
  readonly description: string;
}

export interface Transferred {
  /** As the histories of both name it. */
  readonly transactionId: string;
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
  /** What the sender has free after it. */
  readonly available: bigint;
  /** Who was paid, as the sender may see it; null where that is an address. */
  readonly recipient: string | null;
}
