import { status } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import * as Overview from "../../../core/loyalty/cards/overview.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(status, {
  reads: ({ owner }) => Cards.reads(owner),
  run: async ({ actor }) => View.standing(await Overview.of(actor)),
});
