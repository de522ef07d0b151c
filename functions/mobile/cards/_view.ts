import type { applePay } from "../../../contract/mobile/cards.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import { amountOf } from "../../../core/ledger/draft.ts";
import type { Provisioning } from "../../../core/payments/issuing/details.ts";
import type { SettingsChange } from "../../../core/payments/issuing/index.ts";
import type { Limits } from "../../../core/payments/issuing/schema.ts";

/** Makes the data with which a device adds a card to its wallet. */
export const provisioned = ({
  card,
  ephemeralKey,
  primaryAccountIdentifier,
}: Provisioning): ResultOf<typeof applePay> => ({
  cardId: card.cardId,
  cardholderName: card.cardholderName,
  last4: card.last4,
  network: card.brand,
  primaryAccountIdentifier,
  ephemeralKey,
});

type RequestedLimits = { readonly [K in keyof Limits]?: number | string | null | undefined };

/** Converts the limits of a request to minor units. @throws INVALID_AMOUNT that names the field */
export function limitsOf(requested: RequestedLimits = {}): NonNullable<SettingsChange["limits"]> {
  const all = Object.entries(requested).filter(
    (one): one is [string, number | string | null] => one[1] !== undefined,
  );
  return Object.fromEntries(all.map(([name, amount]) => [name, toMinor(`limits.${name}`, amount)]));
}

function toMinor(field: string, amount: number | string | null): bigint | null {
  if (amount === null) return null;
  if (typeof amount === "string") return amountOf(field, amount, 2);
  return Money.inField(field, () => Money.parseNumber(amount, 2));
}
