import { rename } from "../../../contract/mobile/payees.ts";
import * as Beneficiaries from "../../../core/banking/beneficiaries/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(rename, ({ actor, params: { id }, body: { name, version } }) =>
  Beneficiaries.rename(actor, { id, version }, name),
);
