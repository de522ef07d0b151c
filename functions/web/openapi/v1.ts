import { v1 } from "../../../contract/web/openapi.ts";
import { serve } from "../../_chain/serve.ts";
import { withOwnAddress } from "./_own-address.ts";
import { text } from "./_v1.baked.ts";

export const handler = serve(v1, withOwnAddress(text));
