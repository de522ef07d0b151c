import { remove } from "../../../contract/mobile/payees.ts";
import * as Beneficiaries from "../../../core/banking/beneficiaries/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(remove, async ({ actor, params }) => {
  await Beneficiaries.removeAny(actor, params.id);
  return undefined;
});
