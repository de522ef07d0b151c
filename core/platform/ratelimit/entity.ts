import { entity } from "../table/entity.ts";

export const rateLimitWindow = entity({
  name: "RateLimitWindow",
  about: "The times of a caller's latest requests to a limited bucket: never more of them than the limit.",
  pk: "RATELIMIT#{bucket}#{caller}",
  sk: "WINDOW",
  expires: "one window after the last request (attribute ttl)",
  answers: { "may this caller make another request": "UpdateItem pk, sk, conditional" },
});
