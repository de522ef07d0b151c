import { rename } from "../../../contract/mobile/payees.ts";
import * as Payees from "../../../core/banking/beneficiaries/payees.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(rename, ({ actor, params: { id }, body: { name, version } }) =>
  Payees.rename(actor, { id, version }, name),
);
