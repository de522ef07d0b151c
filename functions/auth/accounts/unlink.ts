import { unlink } from "../../../contract/auth/accounts.ts";
import * as LinkedAccounts from "../../../core/identity/linked-accounts.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(unlink, async ({ actor, params }) => {
  await LinkedAccounts.unlink(actor, params.provider);
  return undefined;
});
