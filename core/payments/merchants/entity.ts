import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { merchantItem } from "./schema.ts";

export const merchant = entity({
  name: "Merchant",
  about:
    "A professional's merchant account: its commission, and what the payment provider says it may do. The money is in its owner's wallet.",
  pk: "MERCHANT#{merchantId}",
  sk: "MERCHANT",
  schema: merchantItem,
  holds: "the name of a business, which may be its owner's",
  erasure: { kept: "law", without: { businessName: "", statementDescriptor: undefined } },
  answers: { "a merchant, to be paid or shown": "GetItem pk, sk" },
});

export const merchantVolume = entity({
  name: "MerchantVolume",
  about:
    "What was paid to a merchant in a calendar month (UTC) less what was refunded in it, in minor units; written with each payment.",
  pk: "MERCHANT#{merchantId}",
  sk: "VOLUME#{month}",
  schema: z.object({ volume: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "a merchant's volume of a month": "GetItem pk, sk" },
});

export const userMerchant = entity({
  name: "UserMerchant",
  about: "Which merchant a user has; written in the merchant's own transaction, so a user has one at most.",
  pk: "USER#{userId}",
  sk: "MERCHANT",
  schema: z.object({ merchantId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  exported: ["merchantId"],
  answers: { "which merchant does this user have": "GetItem pk, sk" },
});

export const merchantAccount = entity({
  name: "MerchantAccount",
  about: "Which merchant an account at the payment provider belongs to.",
  pk: "PSPACCOUNT#{pspAccountId}",
  sk: "MERCHANT",
  schema: z.object({ merchantId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which merchant does an event of the provider name": "GetItem pk, sk" },
});
