import { list } from "../../../contract/admin/trail.ts";
import { trail } from "../../../core/identity/roles/people.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(list, async ({ actor, query: { limit, after, userId } }) => {
  const { items, next } = await trail(actor, { limit, after }, userId);
  const entries = items.map(({ deedId: id, to = null, seq, previousHash = null, hash = null, ...line }) => ({
    ...{ id, to, ...line },
    ...{ sequence: seq === undefined ? null : Number(seq), previousHash, hash },
  }));
  return { deeds: entries, next: next?.deedId ?? null };
});
