import { forgot } from "../../../contract/web/account.ts";
import { page, serve } from "../../_page/serve.ts";
import { forgotView, titles } from "./_views.ts";

export const handler = serve(forgot, (call) => page(call, { title: titles.forgot, body: forgotView }));
