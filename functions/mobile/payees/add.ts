import { add } from "../../../contract/mobile/payees.ts";
import * as Payees from "../../../core/banking/beneficiaries/payees.ts";
import type { Beneficiary } from "../../../core/banking/beneficiaries/schema.ts";
import { parsePhone } from "../../../core/identity/phones/number.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed<typeof add, Beneficiary>(
  add,
  async ({ actor, body: { name, iban, accountId, email, phone }, idempotency }) => {
    const payee =
      iban === undefined
        ? {
            name,
            to: { toAccountId: accountId, toEmail: email, toPhone: phone && (await parsePhone(phone)) },
          }
        : { name, iban };
    return Payees.addPayee(actor, payee, idempotency);
  },
  (added) => added,
);
