import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { systems } from "./schema.ts";

/** UNIX seconds. */
const seconds = storedNumber;

export const pushRegistration = entity({
  name: "PushRegistration",
  about:
    "Where push messages of a device's session go. It counts while the session lives and the token still is this session's.",
  pk: "USER#{userId}",
  sk: "PUSH#{sessionId}",
  schema: z.object({
    userId: z.string(),
    sessionId: z.string(),
    system: z.enum(systems),
    token: z.string(),
    endpointArn: z.string().optional(),
    ttl: seconds,
  }),
  expires: "7 days after it was registered (attribute ttl): its session has ended by then",
  holds: "a telephone's token",
  erasure: "deleted",
  exported: ["system"],
  answers: { "to which telephones a user's messages go": "Query pk, sk begins with PUSH#" },
});

export const pushToken = entity({
  name: "PushToken",
  about:
    "Whose session an app on a telephone is in, by the hash of its token: the latest that registered it, so that a telephone never gets a former user's messages.",
  pk: "PUSHTOKEN#{tokenHash}",
  sk: "TOKEN",
  schema: z.object({ userId: z.string(), sessionId: z.string() }),
  expires: "with the registration (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "whose is this token": "GetItem pk, sk" },
});
