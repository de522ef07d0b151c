import { entity } from "../../platform/table/entity.ts";

export const debt = entity({
  name: "Debt",
  about:
    "What a user owes of an asset, because it was taken back when it had been spent; changed in the transactions that take back and that collect.",
  pk: "USER#{userId}",
  sk: "OWED#{asset}",
  answers: {
    "what a user owes of an asset": "GetItem pk, sk, with each credit from outside",
    "what a user owes": "Query pk, sk begins with OWED#",
  },
});
