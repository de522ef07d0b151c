import * as z from "zod";
import * as Due from "../platform/due/index.ts";
import { entity } from "../platform/table/entity.ts";
import { erasureStatuses } from "./schema.ts";

/** Erasures, by the time at which they begin or continue. */
export const erasureDue = Due.define("ERASURE", 4);

export const erasure = entity({
  name: "Erasure",
  about:
    "The request to erase a person's data, and its progress: who asked, when it is due, which steps are done. Retained, so that a table restored from a backup can be erased again.",
  pk: "USER#{userId}",
  sk: "ERASURE",
  schema: z.object({
    userId: z.string(),
    status: z.enum(erasureStatuses),
    /** The user, or an administrator. */
    requestedBy: z.string(),
    requestedAt: z.string(),
    /**
     * A request that awaits a second administrator: its id, who asked for it, and until when it can be approved. If staff
     * blocked the account, it stands beside the owner's own request.
     */
    approvalId: z.string().optional(),
    askedBy: z.string().optional(),
    expiresAt: z.string().optional(),
    /** The administrator who approved the owner's own request. A block no longer holds it up. */
    approvedBy: z.string().optional(),
    /** When it begins (ISO 8601). Missing before it is approved. */
    dueAt: z.string().optional(),
    /** The restored moment for which it got a new due date (ISO 8601). */
    renewedFor: z.string().optional(),
    /** Whether it repeats one that a restore has undone. Such an account is closed whatever it contains. */
    reapplied: z.boolean().optional(),
    heldUpBy: z.array(z.string()).optional(),
    heldUpSince: z.string().optional(),
    /** The names of the steps that are done. Another release may have them in another order. */
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
    "is this person to be erased, or was": "GetItem pk, sk",
    "who is to be erased": "Query due, duePk = ERASURE#<0..3>, oldest first; no keys there once it is done",
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
