import { api } from "../../../contract/web/openapi.ts";
import { serve } from "../../_chain/serve.ts";
import { text } from "./_api.baked.ts";
import { withOwnAddress } from "./_own-address.ts";

export const handler = serve(api, withOwnAddress(text));
