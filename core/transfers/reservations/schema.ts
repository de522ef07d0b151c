import * as z from "zod";
import { mode } from "../../kernel/mode.ts";

/**
 * Reservations: money of a wallet that its owner sets aside until a time, and pays out in parts. The ledger's hold
 * keeps the money; this is what the owner sees of it.
 */

/** How many of a wallet may hold money at once: so one read shows the balance with all of them. */
export const MAX_OPEN = 50;
/** How far ahead one may end, in days. */
export const MAX_DAYS = 90;

/** `captured`: all of it was paid out. `released`, `expired`: what was left went back, asked for or by its time. */
export const statuses = ["active", "captured", "released", "expired"] as const;
export type Status = (typeof statuses)[number];

export const reservationItem = z.object({
  mode,
  userId: z.string(),
  holdId: z.string(),
  asset: z.string(),
  status: z.enum(statuses),
  /** Base units, as `captured` and `released`; what is left of it is held. */
  amount: z.bigint(),
  captured: z.bigint(),
  released: z.bigint(),
  /** By the ledger's clock, ISO 8601: from then on nothing is captured, and what is left goes back. */
  expiresAt: z.string(),
  /** May be empty. */
  description: z.string(),
  createdAt: z.string(),
});
export type Reservation = z.output<typeof reservationItem>;

/** One after a capture, and the transfer that was made of it. */
export interface Captured extends Reservation {
  readonly transferId: string;
}

/** What is still held. */
export const remaining = ({ amount, captured, released }: Reservation): bigint =>
  amount - captured - released;

export interface NewReservation {
  readonly walletId: string;
  /** In whole units: a decimal string. */
  readonly amount: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly description: string;
}

export interface Capture {
  readonly toWalletId: string;
  /** Left out: all that is left. */
  readonly amount?: string | undefined;
}
