import { flagged } from "../../../contract/admin/queues.ts";
import * as Flags from "../../../core/payments/records/flags.ts";
import { flagKinds } from "../../../core/payments/records/schema.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "./_view.ts";

/** What a page ended with: its kind, a colon and its id. Of no kind that there is: from the beginning. */
function lastOf(after: string | undefined): Flags.Flagged | undefined {
  const [word = "", ...id] = after?.split(":") ?? [];
  const kind = flagKinds.find((one) => one === word);
  return kind && { kind, id: id.join(":") };
}

export const handler = serve(flagged, async ({ actor, query: { after, ...wanted } }) => {
  const { items, next } = await Flags.list(actor, { ...wanted, after: lastOf(after) });
  return {
    flagged: items.map(View.flag),
    next: next ? `${next.kind}:${next.id}` : null,
  };
});
