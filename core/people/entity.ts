import * as z from "zod";
import * as Due from "../platform/due/index.ts";
import { entity } from "../platform/table/entity.ts";
import { erasureStatuses } from "./schema.ts";

/** Erasures, by the time when they begin or continue. */
export const erasureDue = Due.define("ERASURE", 4);

export const erasure = entity({
  name: "Erasure",
  about:
    "The request to erase a user's data, and its progress: author, due date, finished steps. Retained, so that the erasure can be repeated after a restore from a backup.",
  pk: "USER#{userId}",
  sk: "ERASURE",
  schema: z.object({
    userId: z.string(),
    status: z.enum(erasureStatuses),
    /** The id of the user or an administrator. */
    requestedBy: z.string(),
    requestedAt: z.string(),
    /**
     * A request that waits for a second administrator: its id, its author, and the end of its approval period. If staff blocked the
     * account, it exists beside the owner's own request.
     */
    approvalId: z.string().optional(),
    askedBy: z.string().optional(),
    expiresAt: z.string().optional(),
    /** The administrator who approved the owner's own request. A block of the account then no longer holds it up. */
    approvedBy: z.string().optional(),
    /** When the erasure begins (ISO 8601). Missing while only an administrator's unapproved request exists. */
    dueAt: z.string().optional(),
    /** The time of the backup whose restore postponed the erasure (ISO 8601). */
    renewedFor: z.string().optional(),
    /** Whether the erasure repeats one that a restore has undone. The account is then closed even if it is not empty. */
    reapplied: z.boolean().optional(),
    heldUpBy: z.array(z.string()).optional(),
    heldUpSince: z.string().optional(),
    /** The names of the finished steps. Another release may order the steps differently. */
    stepsDone: z.array(z.string()).default([]),
    /** The key after which the current step continues. */
    cursor: z.object({ step: z.string().default(""), pk: z.string(), sk: z.string() }).optional(),
    beganAt: z.string().optional(),
    erasedAt: z.string().optional(),
  }),
  indexes: { due: erasureDue.keys },
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the erasure of a user": "GetItem pk, sk",
    "which erasures are due":
      "Query due, duePk = ERASURE#<0..3>, oldest first; a finished erasure has no keys there",
  },
});
export type Erasure = ReturnType<typeof erasure.parse>;

export const heldUpErasure = entity({
  name: "HeldUpErasure",
  about: "Marks an erasure that is due but held up. Written and deleted together with the erasure's reasons.",
  pk: "HELDUPERASURES",
  sk: "USER#{userId}",
  schema: z.object({ userId: z.string(), heldUpSince: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "which erasures are held up": "Query pk, by user" },
});
