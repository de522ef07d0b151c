import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const deviceList = entity({
  name: "DeviceList",
  about:
    "Which sessions a user's devices have: at most five, so that parallel sign-ins cannot make more. One that ended may still be named.",
  pk: "USER#{userId}",
  sk: "DEVICES",
  schema: z.object({ version: z.bigint(), sessionIds: z.array(z.string()) }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "the device sessions of a user": "GetItem pk, sk, then BatchGetItem of the sessions" },
});
