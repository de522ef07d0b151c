import { change } from "../../../contract/web/account.ts";
import { serve } from "../../_page/serve.ts";
import { changeWords, confirmPage } from "./_views.ts";

export const handler = serve(change, (call) => confirmPage(call, changeWords(call.actor), call.query.token));
