import { list } from "../../../../contract/mobile/auth/passkeys.ts";
import { listOwn } from "../../../../core/identity/passkeys/stored.ts";
import { serve } from "../../../_chain/serve.ts";

export const handler = serve(list, async ({ actor }) => ({ passkeys: await listOwn(actor) }));
