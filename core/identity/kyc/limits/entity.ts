import { entity } from "../../../platform/table/entity.ts";
import { movedItem } from "./schema.ts";

export const kycMoved = entity({
  name: "KycMoved",
  about:
    "What a user has moved in or out, in cents of a euro by the hour and by the day, so that nobody moves more than the level allows. Written in the transaction that moves it.",
  pk: "KYC#{userId}",
  sk: "MOVED#{direction}",
  schema: movedItem,
  holds: "how much was moved, by the day",
  erasure: { kept: "law" },
  answers: { "may this user move that much": "GetItem pk, sk" },
});
