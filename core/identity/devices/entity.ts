import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const deviceList = entity({
  name: "DeviceList",
  about:
    "The device sessions of a user: at most five, also under parallel sign-ins. May contain ended sessions.",
  pk: "USER#{userId}",
  sk: "DEVICES",
  schema: z.object({ version: z.bigint(), sessionIds: z.array(z.string()) }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "the device sessions of a user": "GetItem pk, sk, then BatchGetItem of the sessions" },
});

export const usedAssertion = entity({
  name: "UsedAssertion",
  about: "A used confirmation of a device. Each confirms one request.",
  pk: "ASSERTION#{userId}#{keyId}",
  sk: "JTI#{jti}",
  expires: "an hour later (attribute ttl); the confirmation itself is too old after two minutes",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this confirmation used before": "conditional PutItem pk, sk" },
});
