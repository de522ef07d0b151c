import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const pspCustomer = entity({
  name: "PspCustomer",
  about:
    "Which customer of the payment provider a user is, and the hash of the name and address that the provider has.",
  pk: "USER#{userId}",
  sk: "PSPCUSTOMER",
  schema: z.object({ customerId: z.string(), detailsHash: z.string().optional() }),
  holds: "who the user is at the payment provider",
  erasure: "deleted",
  answers: { "which customer is this user": "GetItem pk, sk" },
});

export const customerReference = entity({
  name: "PspCustomerReference",
  about: "Which user a customer of the payment provider is; written together with the other direction.",
  pk: "PSPCUSTOMER#{customerId}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string() }),
  holds: "who the user is at the payment provider",
  erasure: "deleted",
  answers: { "which user is this customer": "GetItem pk, sk" },
});
