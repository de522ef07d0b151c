import * as Beneficiaries from "../banking/beneficiaries/index.ts";
import * as Scheduled from "../banking/scheduled/index.ts";
import * as ApiKeys from "../identity/api-keys/index.ts";
import * as DeviceKeys from "../identity/device-keys.ts";
import type { Period } from "../identity/events.ts";
import * as Documents from "../identity/kyc/documents/index.ts";
import * as Passkeys from "../identity/passkeys/stored.ts";
import * as SecondFactor from "../identity/second-factor/index.ts";
import * as Sessions from "../identity/sessions.ts";
import * as Users from "../identity/users.ts";
import * as Jobs from "../jobs/clear.ts";
import * as Webhooks from "../messaging/webhooks/index.ts";
import * as Cards from "../payments/cards/status.ts";
import * as IssuedCards from "../payments/issuing/status.ts";
import * as Merchants from "../payments/merchants/index.ts";

/**
 * Deletes the sessions and keys that a change of the account's security stamp has made invalid. After a hand-over, also deletes
 * everything that the former owner has set up. A repeated call changes nothing.
 * @param handedOverAt ISO 8601. Only after a hand-over
 */
export async function clear(userId: string, handedOverAt: string | undefined): Promise<void> {
  const user = await Users.fromId(userId);
  if (!user) return;
  await Promise.all([
    Sessions.clear(user),
    DeviceKeys.clear(user),
    ApiKeys.clear(user),
    Scheduled.clear(user),
  ]);
  if (handedOverAt === undefined) return;
  await Promise.all([
    Beneficiaries.clear(user),
    SecondFactor.clear(user),
    Passkeys.clear(user),
    Documents.clear(user),
    Webhooks.clear(user),
    Jobs.clear(userId, handedOverAt),
    Merchants.detachFormerOwner(userId, handedOverAt),
    Cards.cancelAll(userId, handedOverAt),
    IssuedCards.cancelFormerOwners(user),
  ]);
}

/**
 * Ends what sends money or data elsewhere and was set up in a period, in which a thief may have owned the account. A repeated call
 * changes nothing.
 */
export async function endSetUp(userId: string, period: Period): Promise<void> {
  const user = await Users.fromId(userId);
  if (!user) return;
  await Promise.all([
    Scheduled.cancelCreated(user, period),
    Beneficiaries.removeAdded(user, period),
    Webhooks.disableChanged(user, period),
    Jobs.unshareShared(user, period),
  ]);
}
