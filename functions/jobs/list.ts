import { list } from "../../contract/jobs.ts";
import * as Jobs from "../../core/jobs/index.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(list, async ({ actor, query }) => View.page(await Jobs.list(actor, query)));
