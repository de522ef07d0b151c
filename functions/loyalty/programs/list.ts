import { list } from "../../../contract/loyalty/programs.ts";
import * as Programs from "../../../core/loyalty/programs/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(list, async ({ actor }) => ({
  programs: (await Programs.ownedBy(actor)).map(View.program),
}));
