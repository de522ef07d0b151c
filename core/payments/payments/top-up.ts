import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import { CurrencyMismatch } from "../../ledger/transfers/errors.ts";
import { ownAccount } from "../../ledger/transfers/own-account.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { create } from "./index.ts";
import type { NewPayment, Payment } from "./schema.ts";

/** Money of one's own that comes in by card: a payment to nobody else. */

export interface TopUp extends Pick<NewPayment, "cardId" | "paymentMethodId"> {
  readonly accountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
}

/** The most that the provider takes at once, in minor units. */
const MAX_MINOR = 99_999_999n;

/**
 * Charges a card for one of the actor's accounts, which is credited once the provider has taken the money.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, and as `create`
 */
export async function topUp(
  actor: LiveActor,
  { accountId, amount, currency, cardId, paymentMethodId }: TopUp,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const { asset } = ownAccount(actor, accountId, currency);
  if (!Assets.isMoney(asset.symbol))
    throw fail(CurrencyMismatch, {
      message: text(
        `A card cannot pay ${asset.symbol}. Top up an account of money, then swap.`,
        `Une carte ne peut pas payer en ${asset.symbol}. Rechargez un compte en monnaie, puis échangez.`,
      ),
      details: { account: asset.symbol, currency },
    });
  const minor = amountOf("amount", amount, asset.decimals);
  if (minor > MAX_MINOR)
    throw fail(Money.InvalidAmount, {
      message: text(
        "A card pays at most 999999.99 at once.",
        "Une carte paie au plus 999999.99 en une fois.",
      ),
    });
  const wish = { amount: Number(minor), currency: asset.symbol.toLowerCase() };
  return create(actor, { ...wish, description: "", metadata: {}, cardId, paymentMethodId }, claim);
}
