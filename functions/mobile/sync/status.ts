import { status } from "../../../contract/mobile/sync.ts";
import * as Devices from "../../../core/sync/cursor.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(status, ({ actor }) => Devices.status(actor));
