import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { referralItem } from "./schema.ts";

export const referralCode = entity({
  name: "ReferralCode",
  about: "Whose a referral code is; written in the transaction that gives it, so it is one user's.",
  pk: "REFERRALCODE#{code}",
  sk: "CODE",
  schema: z.object({ code: z.string(), userId: z.string() }),
  holds: "a code that stands for a user",
  erasure: "deleted",
  answers: { "whose is this code": "GetItem pk, sk" },
});

export const ownCode = entity({
  name: "OwnReferralCode",
  about: "The referral code of a user, made when it is asked for first.",
  pk: "USER#{userId}",
  sk: "REFERRALCODE",
  schema: z.object({ userId: z.string(), code: z.string() }),
  holds: "a code that stands for the user",
  erasure: "deleted",
  exported: ["code"],
  answers: { "what is this user's code": "GetItem pk, sk" },
});

export const referral = entity({
  name: "Referral",
  about: "Who brought a user, and what became of it: one at most, rewarded once.",
  pk: "USER#{userId}",
  sk: "REFERREDBY",
  schema: referralItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["code", "claimedAt", "status"],
  answers: { "who brought this user": "GetItem pk, sk" },
});

export const referred = entity({
  name: "ReferredUser",
  about: "That a user has brought another one.",
  pk: "REFERRALS#{referrerId}",
  sk: "REFERRED#{userId}",
  schema: z.object({ referrerId: z.string(), userId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "whom has this user brought": "Query pk, newest first, then BatchGetItem of what became of them",
  },
});

export const referralCount = entity({
  name: "ReferralCount",
  about:
    "How many referrals of a user were rewarded in a year, so that parallel ones cannot be more than allowed.",
  pk: "USER#{userId}",
  sk: "REFERRALCOUNT#{year}",
  schema: z.object({ count: z.bigint() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "may another one be rewarded": "UpdateItem with a condition, in the reward's own transaction" },
});
