import { members } from "../../../contract/loyalty/programs.ts";
import * as Members from "../../../core/loyalty/cards/members.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(members, async ({ actor, params, query: { limit, cursor } }) => {
  const { cards, next } = await Members.list(actor, params.id, { limit, after: cursor });
  return { members: cards.map(View.member), nextCursor: next ?? null };
});
