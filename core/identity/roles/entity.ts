import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const roleRequest = entity({
  name: "RoleRequest",
  about:
    "A change of a user's role that waits for a second administrator: one for a user, gone once it is decided. The trail keeps who asked for it and what became of it.",
  pk: "ROLEREQUESTS",
  sk: "USER#{userId}",
  schema: Schema.request,
  expires: "a day after nobody may approve it any more (attribute ttl)",
  holds: "why a role was to change",
  erasure: "deleted",
  answers: {
    "which change of this user's role waits": "GetItem pk, sk",
    "which changes of roles wait for a second administrator": "Query pk",
  },
});
