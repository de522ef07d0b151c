import { prove } from "../../../contract/mobile/auth.ts";
import { serve } from "../../_chain/serve.ts";
import { proven } from "../../_views/proof.ts";

export const handler = serve(prove, proven);
