import type * as z from "zod";
import type { mobileCard } from "../../contract/mobile/schemas.ts";
import * as Money from "../../core/kernel/money/index.ts";
import type { Card } from "../../core/payments/cards/schema.ts";
import type { AnyCard } from "../../core/payments/issuing/index.ts";
import { CARD_ASSET, type IssuedCard } from "../../core/payments/issuing/schema.ts";

/** A card as the app shows it, issued or saved. */

type Shown = z.input<typeof mobileCard>;

export const saved = ({ cardId, status, expMonth, expYear, ...card }: Card): Shown => ({
  id: cardId,
  source: "saved",
  type: card.type,
  status: status === "locked" ? "frozen" : status,
  brand: card.brand,
  last4: card.last4,
  expiryMonth: expMonth,
  expiryYear: expYear,
  cardholderName: null,
  currency: null,
  accountId: null,
  isDefault: card.isDefault,
  settings: null,
  createdAt: card.createdAt,
});

const whole = (minor: bigint | undefined): number | null =>
  minor === undefined ? null : Money.toNumber(minor, 2);

export const issued = ({ cardId, status, settings, expMonth, expYear, ...card }: IssuedCard): Shown => ({
  id: cardId,
  source: "issued",
  type: card.type,
  // One that is requested is in no list: the provider has yet to make it.
  status: status === "requested" ? "inactive" : status,
  brand: card.brand,
  last4: card.last4,
  expiryMonth: expMonth,
  expiryYear: expYear,
  cardholderName: card.cardholderName,
  currency: CARD_ASSET,
  accountId: card.walletId,
  isDefault: false,
  settings: {
    ...settings,
    limits: {
      perTransaction: whole(settings.limits.perTransaction),
      daily: whole(settings.limits.daily),
      monthly: whole(settings.limits.monthly),
    },
  },
  createdAt: card.createdAt,
});

export const either = (one: AnyCard): Shown => (one.source === "issued" ? issued(one.card) : saved(one.card));
