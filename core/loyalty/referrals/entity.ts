import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { referralItem } from "./schema.ts";

export const referralCode = entity({
  name: "ReferralCode",
  about:
    "The user of a referral code. Written in the transaction that creates the code, so it belongs to one user.",
  pk: "REFERRALCODE#{code}",
  sk: "CODE",
  schema: z.object({ code: z.string(), userId: z.string() }),
  holds: "a code that identifies a user",
  erasure: "deleted",
  answers: { "which user has this code": "GetItem pk, sk" },
});

export const ownCode = entity({
  name: "OwnReferralCode",
  about: "The referral code of a user, created at its first use.",
  pk: "USER#{userId}",
  sk: "REFERRALCODE",
  schema: z.object({ userId: z.string(), code: z.string() }),
  holds: "a code that identifies the user",
  erasure: "deleted",
  exported: ["code"],
  answers: { "the code of this user": "GetItem pk, sk" },
});

export const referral = entity({
  name: "Referral",
  about: "The referral of a user and its outcome: at most one, rewarded once.",
  pk: "USER#{userId}",
  sk: "REFERREDBY",
  schema: referralItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["code", "claimedAt", "status"],
  answers: { "who referred this user": "GetItem pk, sk" },
});

export const referred = entity({
  name: "ReferredUser",
  about: "A user that another user referred.",
  pk: "REFERRALS#{referrerId}",
  sk: "REFERRED#{userId}",
  schema: z.object({ referrerId: z.string(), userId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the users that this user referred": "Query pk, newest first, then BatchGetItem of their referrals",
  },
});

export const referralCount = entity({
  name: "ReferralCount",
  about:
    "The number of a user's rewarded referrals in a year, so that parallel ones cannot exceed the limit.",
  pk: "USER#{userId}",
  sk: "REFERRALCOUNT#{year}",
  schema: z.object({ count: z.bigint() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "may another one be rewarded": "UpdateItem with a condition, in the reward's own transaction" },
});
