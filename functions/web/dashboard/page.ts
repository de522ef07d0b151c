import { page } from "../../../contract/web/dashboard.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { serve } from "../../_page/serve.ts";

export const handler = serve(page, async () => {
  throw fail(NotFound);
});
