import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";

export const keptSandbox = z.object({
  ownerId: z.string(),
  /** Who the account belonged to when it was opened: another holder has another sandbox. */
  ownershipId: z.string(),
  /** Which of the owner's sandboxes it is: each reset counts on. */
  generation: z.coerce.number(),
  createdAt: z.string(),
  /** How far its clock stands ahead of the platform's, in milliseconds. */
  aheadMs: z.coerce.number(),
  /** How far its clock is to stand ahead once what falls due on the way is done; as `aheadMs` where it does. */
  goalMs: z.coerce.number(),
});
export type KeptSandbox = z.output<typeof keptSandbox>;

/** A clock whose move nobody carries on with. */
export const sandboxDue = Due.define("SANDBOX", 4);

export const sandbox = entity({
  name: "Sandbox",
  about:
    "An owner's test ledger: which one is the present one, and how far its clock stands ahead of the platform's. There once it is open.",
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
