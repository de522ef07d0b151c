import { reset } from "../../../contract/auth/password.ts";
import { handOverWrites } from "../../../core/handover/endings.ts";
import * as Reset from "../../../core/identity/mail-links/reset-password.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(reset, async ({ body, client, reader }) => {
  const { token, newPassword, unlinkAccounts } = body;
  const options = { ip: client.ip, endings: handOverWrites, unlinkAccounts };
  const linkedAccounts = [...(await Reset.reset(token, newPassword, options))];
  return { ...done(reader, "passwordChanged"), linkedAccounts };
});
