import { confirm } from "../../contract/web.ts";
import { serve } from "../_page/serve.ts";
import { confirmPage } from "./_confirm.ts";

export const handler = serve(confirm, (call) => confirmPage(call, call.query));
