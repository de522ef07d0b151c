import { readExport } from "../../../contract/auth/data.ts";
import * as Jobs from "../../../core/jobs/index.ts";
import { serve } from "../../_chain/serve.ts";
import { exported } from "../../_views/user.ts";

export const handler = serve(readExport, async ({ actor }) => {
  const latest = await Jobs.latestExport(actor);
  return { export: latest ? exported(latest) : null };
});
