import { readExport } from "../../../contract/auth/data.ts";
import * as Exports from "../../../core/people/exports.ts";
import { serve } from "../../_chain/serve.ts";
import { exported } from "../../_views/data.ts";

export const handler = serve(readExport, async ({ actor }) => {
  const latest = await Exports.latest(actor);
  return { export: latest ? exported(latest) : null };
});
