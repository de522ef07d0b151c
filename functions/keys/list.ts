import { list } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { serve } from "../_chain/serve.ts";
import { apiKey } from "../_views/user.ts";

export const handler = serve(list, async ({ actor }) => ({ keys: (await ApiKeys.list(actor)).map(apiKey) }));
