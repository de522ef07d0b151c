import * as z from "zod";
import { statuses } from "../../../core/transfers/reservations/schema.ts";
import { timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";
import { walletId } from "../wallets/schemas.ts";

/** Holds and balances of the public API: PUBLIC.md, Versions. */

export const holdId = z.string().meta({ examples: ["hld_01jd0000000000000000000000"] });

export const hold = object("hold", {
  wallet: walletId,
  asset,
  amount: amount("What was held at first"),
  remaining: amount("What is still held"),
  captured: amount("What was paid of it"),
  status: z.enum(statuses).meta({
    description:
      "`captured`: all of it was paid. `released`, `expired`: what was left went back, asked for or by its time",
  }),
  expires_at: timestamp,
  description: z.string().nullable(),
});

export const captured = hold
  .extend({ transfer: z.string().meta({ description: "The transfer that paid it" }) })
  .meta({ id: "CapturedHold" });

export const balance = object("balance", {
  wallet: walletId,
  asset,
  at: timestamp.meta({ description: "When it was so" }),
  balance: amount("What is available and what is locked"),
  available: amount("What can be sent, swapped, staked, held or withdrawn"),
  locked: amount("Staked, farmed, or held"),
  holds: z.array(hold).nullable().meta({
    description: "Those that hold some of it, the oldest first; null of an instant that has been",
  }),
});
