import { entity } from "../../platform/table/entity.ts";
import { codeItem } from "./schema.ts";

export const paymentCode = entity({
  name: "PaymentCode",
  about:
    "A code that somebody shows to be paid: who is paid, how much, until when, and by which payment it was used. The signed text that it is shown as says nothing of its owner.",
  pk: "PAYMENTCODE#{qrId}",
  sk: "CODE",
  schema: codeItem,
  expires: "a day after the code has expired (attribute ttl)",
  holds: "what was written on it",
  erasure: "deleted",
  answers: { "whom does this code pay, and was it paid": "GetItem pk, sk" },
});
