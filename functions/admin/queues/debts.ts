import { debts } from "../../../contract/admin/queues.ts";
import * as Debts from "../../../core/policy/debts.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(debts, async ({ actor, query }) => {
  const { items, next = null } = await Debts.list(actor, query);
  return { debts: items.map(View.debt), next };
});
