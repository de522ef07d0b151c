import { read } from "../../../contract/payments/merchant.ts";
import * as Merchants from "../../../core/payments/merchants/index.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import { merchant } from "../_view.ts";

export const handler = serve(read, async ({ actor }) => success(merchant(await Merchants.readOwn(actor))));
