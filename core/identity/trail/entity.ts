import { entity } from "../../platform/table/entity.ts";
import { line } from "./schema.ts";

export const trailLine = entity({
  name: "TrailLine",
  about:
    "An action of a member of staff or an operator: who, when, to whom, why. Written in the action's transaction, once under `all` and once under the affected user; never changed and never deleted.",
  pk: "TRAIL#{list}",
  sk: "DEED#{deedId}",
  schema: line,
  holds: "what staff did to a user, and why, in staff's words",
  erasure: { kept: "ledger" },
  answers: {
    "what was done, by time": "Query pk = TRAIL#all, newest first",
    "what was done to a user": "Query pk = TRAIL#<the user's id>, newest first",
  },
});
