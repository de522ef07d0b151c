import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const deviceList = entity({
  name: "DeviceList",
  about:
    "The device sessions of a user: at most five, also under parallel sign-ins. It may contain one that has ended.",
  pk: "USER#{userId}",
  sk: "DEVICES",
  schema: z.object({ version: z.bigint(), sessionIds: z.array(z.string()) }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "the device sessions of a user": "GetItem pk, sk, then BatchGetItem of the sessions" },
});

export const usedAssertion = entity({
  name: "UsedAssertion",
  about: "A device's confirmation that was used: each confirms one request.",
  pk: "ASSERTION#{userId}#{keyId}",
  sk: "JTI#{jti}",
  expires: "an hour later (attribute ttl): it is too old to be used again after two minutes",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this confirmation used before": "PutItem pk, sk, unless it is there" },
});
