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
export const recoveryCodesRenewed = Outbox.define<OfUser>()("recovery-codes-renewed", QUEUE);

/** So many wrong codes came from one place that it is made to wait. Told once a day at most. */
export const wrongCodesTried = Outbox.define<OfUser>()("wrong-codes-tried", QUEUE);
