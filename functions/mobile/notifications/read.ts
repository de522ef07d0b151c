import { read } from "../../../contract/mobile/notifications.ts";
import * as History from "../../../core/messaging/notifications/history.ts";
import { serve } from "../../_chain/serve.ts";
import { notice } from "../../_views/mobile.ts";

export const handler = serve(read, async ({ actor, params }) => notice(await History.read(actor, params.id)));
