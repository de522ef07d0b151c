import { verify } from "../../../contract/web/account.ts";
import { serve } from "../../_page/serve.ts";
import { confirmPage, verifyTexts } from "./_views.ts";

export const handler = serve(verify, (call) => confirmPage(call, verifyTexts(call.actor), call.query.token));
