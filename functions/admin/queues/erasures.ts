import { erasures } from "../../../contract/admin/queues.ts";
import * as HeldUp from "../../../core/people/held-up.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(erasures, async ({ actor, query, reader }) => {
  const { items, next = null } = await HeldUp.list(actor, query);
  return { erasures: items.map((one) => View.erasure(one, reader)), next };
});
