import { change } from "../../../contract/loyalty/programs.ts";
import * as Programs from "../../../core/loyalty/programs/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(change, async ({ actor, params, body }) =>
  View.program(await Programs.change(actor, params.id, body)),
);
