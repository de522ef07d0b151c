import { billing } from "../../contract/web.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(billing, async () => {
  throw fail(NotFound);
});
