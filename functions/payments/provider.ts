import { provider } from "../../contract/payments.ts";
import { browserAccess } from "../../core/platform/psp/browser.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/done.ts";

export const handler = serve<typeof provider, ReturnType<typeof browserAccess>>(
  provider,
  async () => browserAccess(),
  success,
);
