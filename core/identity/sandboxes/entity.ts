import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";

const keptSandbox = z.object({
  ownerId: z.string(),
  /** The account's owner when it was opened. A new owner gets another sandbox. */
  ownershipId: z.string(),
  /** Counts the owner's sandboxes. Each reset adds one. */
  generation: z.coerce.number(),
  createdAt: z.string(),
  /** How far its clock is ahead of the platform's, in milliseconds. */
  aheadMs: z.coerce.number(),
  /** How far its clock will be ahead once the work that falls due on the way is done. */
  goalMs: z.coerce.number(),
});
export type KeptSandbox = z.output<typeof keptSandbox>;

/** Sandboxes whose clock must be moved on. */
export const sandboxDue = Due.define("SANDBOX", 4);

export const sandbox = entity({
  name: "Sandbox",
  about:
    "An owner's test ledger: its generation, and how far its clock is ahead of the platform's. Exists once it is open.",
  pk: "USER#{ownerId}",
  sk: "SANDBOX",
  indexes: { due: sandboxDue.keys },
  schema: keptSandbox,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "in which ledger does this test key act, and by which clock":
      "BatchGetItem pk, sk with the key and its owner",
    "whose clock is to be moved on": "Query due, duePk = SANDBOX#<0..3>, dueSk up to now",
  },
});
