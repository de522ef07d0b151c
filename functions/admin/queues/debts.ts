import { debts } from "../../../contract/admin/queues.ts";
import * as Debts from "../../../core/ledger/debts.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "./_view.ts";

export const handler = serve(debts, async ({ actor, query: { limit, after } }) => {
  const [userId = "", asset = ""] = after?.split(":") ?? [];
  const { items, next } = await Debts.list(actor, {
    limit,
    after: after === undefined ? undefined : { userId, asset },
  });
  return { debts: items.map(View.debt), next: next ? `${next.userId}:${next.asset}` : null };
});
