import { read } from "../../contract/jobs.ts";
import { links } from "../../core/jobs/index.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(read, async ({ actor, params }) => {
  const seen = await Shares.read(actor, params.id);
  return View.job(seen, await links(seen.job));
});
