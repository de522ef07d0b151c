import { page } from "../../../contract/web/dashboard.ts";
import { redirect, serve } from "../../_page/serve.ts";
import { screenOf } from "./_screens.ts";

export const handler = serve(page, async ({ params }) => redirect(screenOf(params.path)));
