import { entity } from "../../platform/table/entity.ts";

export const notice = entity({
  name: "Notice",
  about:
    "That an event was told to its user, or is being told: so that a second delivery does not tell it again.",
  pk: "NOTICE#{eventId}",
  sk: "NOTICE",
  expires: "30 days after it was told (attribute ttl); a queue forgets a message after 14",
  answers: { "was this event told already": "PutItem pk, sk on condition that it is not there" },
});
