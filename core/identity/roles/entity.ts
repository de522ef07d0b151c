import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { roles } from "../actor.ts";

export const roleRequest = entity({
  name: "RoleRequest",
  about:
    "A change of a user's role that waits for a second administrator. At most one for a user, deleted after the decision. The audit trail retains the request and the decision.",
  pk: "ROLEREQUESTS",
  sk: "USER#{userId}",
  schema: z.object({
    approvalId: z.string(),
    userId: z.string(),
    role: z.enum(roles),
    /** The user's role at the time of the request. */
    before: z.enum(roles),
    reason: z.string(),
    requestedBy: z.string(),
    requestedAt: z.string(),
    expiresAt: z.string(),
  }),
  expires: "a day after its approval period (attribute ttl)",
  holds: "the reason of a change of role",
  erasure: "deleted",
  answers: {
    "the pending change of a user's role": "GetItem pk, sk",
    "all pending changes of roles": "Query pk",
  },
});
export type Request = ReturnType<typeof roleRequest.parse>;
