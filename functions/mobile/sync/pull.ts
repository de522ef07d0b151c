import { pull } from "../../../contract/mobile/sync.ts";
import * as Sync from "../../../core/sync/pull.ts";
import { serve } from "../../_chain/serve.ts";
import { change } from "./_view.ts";

export const handler = serve(pull, async ({ actor, body }) => {
  const { changes, ...page } = await Sync.pull(actor, body);
  return { ...page, changes: changes.map(change) };
});
