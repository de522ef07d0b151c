import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const pspCustomer = entity({
  name: "PspCustomer",
  about:
    "The user's customer at the payment provider, and the hash of the name and email that the provider has.",
  pk: "USER#{userId}",
  sk: "PSPCUSTOMER",
  schema: z.object({ customerId: z.string(), detailsHash: z.string().optional() }),
  holds: "the user's identity at the payment provider",
  erasure: "deleted",
  answers: { "which customer is this user": "GetItem pk, sk" },
});

export const customerReference = entity({
  name: "PspCustomerReference",
  about: "The user of a customer at the payment provider. Written together with the other direction.",
  pk: "PSPCUSTOMER#{customerId}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string() }),
  holds: "the user's identity at the payment provider",
  erasure: "deleted",
  answers: { "which user is this customer": "GetItem pk, sk" },
});
