import { read } from "../../../../contract/mobile/notifications/preferences.ts";
import * as Preferences from "../../../../core/identity/profile/preferences.ts";
import { serve } from "../../../_chain/serve.ts";

export const handler = serve(read, ({ actor }) => Preferences.readNotificationPreferences(actor));
