import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { merchantItem } from "./schema.ts";

export const merchant = entity({
  name: "Merchant",
  about:
    "A professional's merchant account: its commission, and its rights at the payment provider. The money is in its owner's wallet.",
  pk: "MERCHANT#{merchantId}",
  sk: "MERCHANT",
  schema: merchantItem,
  holds: "the name of a business, which may be its owner's",
  erasure: { retained: "law", without: { businessName: "", statementDescriptor: undefined } },
  answers: { "a merchant, to be paid or shown": "GetItem pk, sk" },
});

export const merchantVolume = entity({
  name: "MerchantVolume",
  about:
    "The payments to a merchant in a calendar month (UTC) less its refunds in that month, in minor units. Written with each payment.",
  pk: "MERCHANT#{merchantId}",
  sk: "VOLUME#{month}",
  schema: z.object({ volume: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "a merchant's volume of a month": "GetItem pk, sk" },
});

export const userMerchant = entity({
  name: "UserMerchant",
  about: "The merchant of a user. Written in the merchant's own transaction, so a user has at most one.",
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
  about: "The merchant of an account at the payment provider.",
  pk: "PSPACCOUNT#{pspAccountId}",
  sk: "MERCHANT",
  schema: z.object({ merchantId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which merchant does an event of the provider concern": "GetItem pk, sk" },
});
