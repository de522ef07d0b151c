import { list } from "../../../contract/payments/cards.ts";
import * as Cards from "../../../core/payments/cards/index.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import { card } from "../_view.ts";

export const handler = serve(list, async ({ actor }) => success((await Cards.list(actor)).map(card)));
