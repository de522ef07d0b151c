import * as Outbox from "../../platform/outbox/index.ts";

/** What happens to an account's second factor, for its owner to know. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";
type OfUser = { readonly userId: string };

export const secondFactorOn = Outbox.define<OfUser>()("second-factor-on", QUEUE);
export const secondFactorOff = Outbox.define<OfUser>()("second-factor-off", QUEUE);
export const recoveryCodeUsed = Outbox.define<OfUser & { readonly left: number }>()(
  "recovery-code-used",
  QUEUE,
);
