import { change } from "../../../contract/web/account.ts";
import { serve } from "../../_page/serve.ts";
import { changeTexts, confirmPage } from "./_views.ts";

export const handler = serve(change, (call) => confirmPage(call, changeTexts(call.actor), call.query.token));
