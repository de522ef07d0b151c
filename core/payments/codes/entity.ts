import { entity } from "../../platform/table/entity.ts";
import { codeItem } from "./schema.ts";

export const paymentCode = entity({
  name: "PaymentCode",
  about:
    "A payment code: its recipient, amount, expiry, and the payment that used it. Its signed text, which is shown, contains nothing of its owner.",
  pk: "PAYMENTCODE#{qrId}",
  sk: "CODE",
  schema: codeItem,
  expires: "a day after the code has expired (attribute ttl)",
  holds: "the description of a payment code",
  erasure: "deleted",
  answers: { "who is the recipient of this code, and was it paid": "GetItem pk, sk" },
});
