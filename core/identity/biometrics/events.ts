import * as Outbox from "../../platform/outbox/index.ts";

/** A device can confirm actions from now on. */
export const biometricsOn = Outbox.define<{ readonly userId: string; readonly sessionId: string }>()(
  "biometrics-on",
  "QUEUE_URL_NOTIFICATIONS",
);
