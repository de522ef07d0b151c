import { catalog } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import * as Programs from "../../../core/loyalty/programs/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(catalog, async ({ actor, query: { limit, cursor } }) => {
  const [{ items, next }, mine] = await Promise.all([
    Programs.listCatalogue({ limit, after: cursor }),
    Cards.list(actor),
  ]);
  const joined = new Set(mine.map(({ card }) => card.programId));
  return {
    programs: items.map((one) => ({ ...View.program(one), enrolled: joined.has(one.programId) })),
    nextCursor: next?.programId ?? null,
  };
});
