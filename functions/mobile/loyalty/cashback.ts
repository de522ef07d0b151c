import { cashback } from "../../../contract/mobile/loyalty.ts";
import * as Clock from "../../../core/kernel/clock/index.ts";
import * as Saveback from "../../../core/loyalty/saveback/cashback.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(cashback, async ({ actor }) => {
  const { programs, history } = await Saveback.cashback(actor);
  return { programs: programs.map(View.cashback), history: history.map(View.reward), asOf: Clock.nowIso() };
});
