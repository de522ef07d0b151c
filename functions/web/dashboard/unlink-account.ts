import { unlinkAccount } from "../../../contract/web/dashboard.ts";
import { AccountNotLinked, LastSignInMethod } from "../../../core/identity/errors.ts";
import * as LinkedAccounts from "../../../core/identity/linked-accounts.ts";
import { serveConfirmed } from "../../_page/confirmed.ts";
import { problemOf, redirect } from "../../_page/serve.ts";
import { accountsPage, PAGE } from "./_accounts.ts";

export const handler = serveConfirmed(unlinkAccount, PAGE, async (call) => {
  const work = LinkedAccounts.unlink(call.actor, call.body.provider);
  const problem = await problemOf(work, [AccountNotLinked, LastSignInMethod]);
  return problem === undefined ? redirect(`${PAGE}?done=unlinked`) : accountsPage(call, { problem });
});
