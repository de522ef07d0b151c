import { entity } from "../../platform/table/entity.ts";
import { line } from "./schema.ts";

export const trailLine = entity({
  name: "TrailLine",
  about:
    "An entry of the audit trail: an action of a staff member or operator, with author, time, affected user and reason. Written in the action's transaction, once under `all` and once under the affected user; never changed and never deleted.",
  pk: "TRAIL#{list}",
  sk: "DEED#{deedId}",
  schema: line,
  holds: "the actions of staff on a user, and their reasons",
  erasure: { retained: "ledger" },
  answers: {
    "all actions, by time": "Query pk = TRAIL#all, newest first",
    "the actions on a user": "Query pk = TRAIL#<the user's id>, newest first",
  },
});
