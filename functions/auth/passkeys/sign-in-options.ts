import { signInOptions as route } from "../../../contract/auth/passkeys.ts";
import { signInOptions } from "../../../core/identity/passkeys/use.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(route, async () => ({ options: await signInOptions() }));
