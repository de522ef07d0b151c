import { changePassword } from "../../../contract/web/well-known.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(
  changePassword,
  async () =>
    new Reply(undefined, { status: 302, headers: { location: "/dashboard/security#change-password" } }),
);
