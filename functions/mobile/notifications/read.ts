import { read } from "../../../contract/mobile/notifications.ts";
import * as History from "../../../core/messaging/notifications/history.ts";
import { serve } from "../../_chain/serve.ts";
import { shown } from "../../_views/notice.ts";

export const handler = serve(read, async ({ actor, params }) => shown(await History.read(actor, params.id)));
