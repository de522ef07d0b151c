import { proveOptions } from "../../contract/auth.ts";
import { passkeyOptions } from "../../core/identity/proof/prove.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(proveOptions, async ({ actor }) => ({ options: await passkeyOptions(actor) }));
