import { accounts } from "../../../contract/web/dashboard.ts";
import { serve } from "../../_page/serve.ts";
import { accountsPage } from "./_accounts.ts";

export const handler = serve(accounts, (call) => accountsPage(call, { done: call.query.done }));
