import { entity } from "../../platform/table/entity.ts";

export const usedAssertion = entity({
  name: "UsedAssertion",
  about: "That a device's confirmation was used: each confirms one request.",
  pk: "ASSERTION#{userId}#{keyId}",
  sk: "JTI#{jti}",
  expires: "an hour later (attribute ttl): it is too old to be used again after two minutes",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this confirmation used before": "PutItem pk, sk, unless it is there" },
});
