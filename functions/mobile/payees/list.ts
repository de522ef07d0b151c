import { list } from "../../../contract/mobile/payees.ts";
import * as Beneficiaries from "../../../core/banking/beneficiaries/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(list, async ({ actor, query: { limit, cursor: after } }) => {
  const { beneficiaries: payees, next = null } = await Beneficiaries.page(actor, { limit, after });
  return { payees, nextCursor: next };
});
