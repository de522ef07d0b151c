import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";

const storedSandbox = z.object({
  ownerId: z.string(),
  /** The account's ownership id at the creation. A new owner gets another sandbox. */
  ownershipId: z.string(),
  /** The number of the sandbox. Each reset adds one. */
  generation: z.coerce.number(),
  createdAt: z.string(),
  /** How far the sandbox's clock is ahead of the platform's, in milliseconds. */
  aheadMs: z.coerce.number(),
  /** How far the clock will be ahead once the work that becomes due on the way is done. */
  goalMs: z.coerce.number(),
});
export type StoredSandbox = z.output<typeof storedSandbox>;

/** Sandboxes whose clock has not reached its goal. */
export const sandboxDue = Due.define("SANDBOX", 4);

export const sandbox = entity({
  name: "Sandbox",
  about:
    "An owner's test ledger: its generation, and how far its clock is ahead of the platform's. Created at the first use.",
  pk: "USER#{ownerId}",
  sk: "SANDBOX",
  indexes: { due: sandboxDue.keys },
  schema: storedSandbox,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the ledger and the clock of a test key": "BatchGetItem pk, sk with the key and its owner",
    "which clocks have not reached their goal": "Query due, duePk = SANDBOX#<0..3>, dueSk up to now",
  },
});
