import * as z from "zod";
import { mode } from "../../kernel/mode.ts";

/**
 * Reservations: money of a wallet that its owner reserves until a time and pays out in parts. The ledger's hold has the
 * money; the reservation is the owner's view of it.
 */

/** The maximum of open reservations of a wallet: one read returns the balance with all of them. */
export const MAX_OPEN = 50;
/** The longest duration of a reservation, in days. */
export const MAX_DAYS = 90;

/** `captured`: completely paid out. `released`, `expired`: the rest was returned, by request or after its time. */
export const statuses = ["active", "captured", "released", "expired"] as const;
export type Status = (typeof statuses)[number];

export const reservationItem = z.object({
  mode,
  userId: z.string(),
  holdId: z.string(),
  asset: z.string(),
  status: z.enum(statuses),
  /** Base units, as `captured` and `released`; the rest is held. */
  amount: z.bigint(),
  captured: z.bigint(),
  released: z.bigint(),
  /** By the ledger's clock, ISO 8601: from then on nothing can be captured, and the rest is returned. */
  expiresAt: z.string(),
  /** May be empty. */
  description: z.string(),
  createdAt: z.string(),
});
export type Reservation = z.output<typeof reservationItem>;

/** A reservation after a capture, with the transfer. */
export interface Captured extends Reservation {
  readonly transferId: string;
}

/** Returns the amount that is still held. */
export const remaining = ({ amount, captured, released }: Reservation): bigint =>
  amount - captured - released;

export interface NewReservation extends Pick<Reservation, "expiresAt" | "description"> {
  readonly walletId: string;
  /** In whole units: a decimal string. */
  readonly amount: string;
}

export interface Capture {
  readonly toWalletId: string;
  /** Defaults to the rest. */
  readonly amount?: string | undefined;
}
