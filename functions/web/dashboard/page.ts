import { page } from "../../../contract/web/dashboard.ts";
import { serve } from "../../_chain/serve.ts";
import { dashboardOf } from "./_view.ts";

export const handler = serve(page, dashboardOf);
