import { script as contract } from "../../../contract/web/docs.ts";
import { serve } from "../../_chain/serve.ts";
import { script } from "./_script.baked.ts";

export const handler = serve(contract, async () => script);
