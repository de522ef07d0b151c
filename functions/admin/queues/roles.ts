import { roles } from "../../../contract/admin/queues.ts";
import * as Requests from "../../../core/identity/roles/requests.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(roles, async ({ actor }) => ({ requests: await Requests.list(actor) }));
