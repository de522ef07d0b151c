import { dashboard } from "../../../contract/web.ts";
import { serve } from "../../_chain/serve.ts";
import { dashboardOf } from "./_view.ts";

export const handler = serve(dashboard, dashboardOf);
