import { list } from "../../../contract/mobile/payees.ts";
import * as Payees from "../../../core/banking/beneficiaries/payees.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(list, async ({ actor, query: { limit, cursor: after } }) => {
  const { beneficiaries: payees, next = null } = await Payees.page(actor, { limit, after });
  return { payees, nextCursor: next };
});
