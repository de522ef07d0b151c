import * as z from "zod";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { idOf, timestamp } from "../common.ts";
import * as limits from "../limits.ts";

/** Settings shared by the administrators' routes. Not in the specification. */

export const shared = { family: "admin", auth: "admin", limit: limits.administration } as const;

export const userId = idOf("user");
export const approvalId = idOf("approval");

/** The reason of an action, for readers of the audit trail. */
export const reason = trimmed(500).meta({ examples: ["Asked for by the customer, ticket 4711"] });

/** A request that a second administrator must approve. */
export const pendingApproval = z.object({
  pendingApproval: z.object({ id: approvalId, expiresAt: timestamp }),
});
