import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { roles } from "../actor.ts";

export const roleRequest = entity({
  name: "RoleRequest",
  about:
    "A change of a user's role that waits for a second administrator: one for a user, deleted once it is decided. The trail retains the request and the decision.",
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
  expires: "a day after nobody may approve it any more (attribute ttl)",
  holds: "why a role was to change",
  erasure: "deleted",
  answers: {
    "which change of this user's role waits": "GetItem pk, sk",
    "which changes of roles wait for a second administrator": "Query pk",
  },
});
export type Request = ReturnType<typeof roleRequest.parse>;
