import { entity } from "../../platform/table/entity.ts";
import { head, line } from "./schema.ts";

export const trailLine = entity({
  name: "TrailLine",
  about:
    "An entry of the audit trail: an action of a staff member or operator, with author, time, affected user and reason, and a hash chained to the author's previous entry. Written in the action's transaction, once under `all` and once under the affected user. No function may change or delete it.",
  pk: "TRAIL#{list}",
  sk: "DEED#{deedId}",
  schema: line,
  holds: "the actions of staff on a user, and their reasons; the entry's hash covers them",
  erasure: { retained: "ledger" },
  answers: {
    "all actions, by time": "Query pk = TRAIL#all, newest first",
    "the actions on a user": "Query pk = TRAIL#<the user's id>, newest first",
  },
});

export const trailHead = entity({
  name: "TrailHead",
  about:
    "The end of an author's chain in the audit trail: the number of entries and the hash of the last one. Changes in the transaction of each action.",
  pk: "TRAILHEAD#{by}",
  sk: "HEAD",
  schema: head,
  holds: "nothing",
  erasure: "stays",
  answers: { "which entry does an author's next action follow": "GetItem pk, sk" },
});
