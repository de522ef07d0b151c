import { registerOptions } from "../../../../contract/mobile/auth/passkeys.ts";
import { creationOptions } from "../../../../core/identity/passkeys/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";

export const handler = serveConfirmed(registerOptions, async ({ actor }) => ({
  options: await creationOptions(actor),
}));
