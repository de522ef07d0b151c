import { remove } from "../../../contract/mobile/payees.ts";
import * as Payees from "../../../core/banking/beneficiaries/payees.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(remove, async ({ actor, params }) => {
  await Payees.removeAny(actor, params.id);
  return undefined;
});
