import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envFlag, envInt } from "../../kernel/env.ts";

/**
 * Which payments an administrator must approve first: high amounts, and new customers (spec 3, section 3).
 */

const DAY_MS = 86_400_000;

/** What of it an operator may set. Amounts are minor units, of whatever currency. */
const rules = () => ({
  highMinor: envInt("PAYMENT_APPROVAL_MINOR", 100_000),
  newAccountMinor: envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR", 20_000),
  newAccountDays: envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS", 7),
});

/** Whether a payment of so many minor units, by the actor, needs an approval. */
export async function needsApproval(
  { userId }: Pick<LiveActor, "userId">,
  amountMinor: number | bigint,
): Promise<boolean> {
  const { highMinor, newAccountMinor, newAccountDays } = rules();
  if (amountMinor >= highMinor) return true;
  if (amountMinor < newAccountMinor) return false;
  const user = await Users.fromId(userId);
  return !user || Clock.nowMs() - Date.parse(user.createdAt) < newAccountDays * DAY_MS;
}

/** Whether another administrator must decide on what one pays or receives: there may be one alone. */
export const needsFourEyes = (): boolean => envFlag("PAYMENT_APPROVAL_FOUR_EYES", false);
