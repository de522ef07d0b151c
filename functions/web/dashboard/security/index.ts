import { index } from "../../../../contract/web/dashboard/security.ts";
import { serve } from "../../../_page/serve.ts";
import { securityPage } from "./_view.ts";

export const handler = serve(index, (call) => securityPage(call, { done: call.query.done }));
