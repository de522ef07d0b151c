import { readErasure } from "../../../contract/auth/data.ts";
import { overview } from "../../../core/people/requests.ts";
import { serve } from "../../_chain/serve.ts";
import { erasure } from "../../_views/user.ts";

export const handler = serve(readErasure, async ({ actor, reader }) =>
  erasure(await overview(actor), reader),
);
