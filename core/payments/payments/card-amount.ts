import * as Assets from "../../kernel/assets/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import { CurrencyMismatch } from "../../transfers/errors.ts";
import type { NewPayment } from "./schema.ts";

/** The most that the provider takes at once, in minor units. */
const MAX_MINOR = 99_999_999n;

/**
 * An amount that a card is to pay, as the provider is asked for it.
 * @param amount in whole units of the currency: a decimal string, or a JSON number as it was written
 * @throws CURRENCY_MISMATCH for what is no money, INVALID_AMOUNT
 */
export function checkCardAmount(
  amount: string | number,
  currency: string,
): Pick<NewPayment, "amount" | "currency"> {
  const symbol = currency.trim().toUpperCase();
  const asset = Assets.find(symbol);
  if (!asset || !Assets.isMoney(asset.symbol))
    throw fail(CurrencyMismatch, {
      message: text(
        `A card cannot pay ${symbol}. Top up an account of money, then swap.`,
        `Une carte ne peut pas payer en ${symbol}. Rechargez un compte en monnaie, puis échangez.`,
      ),
      details: { account: symbol, currency },
    });
  const minor = amountOf("amount", amount, asset.decimals);
  if (minor > MAX_MINOR)
    throw fail(Money.InvalidAmount, {
      message: text(
        "A card pays at most 999999.99 at once.",
        "Une carte paie au plus 999999.99 en une fois.",
      ),
    });
  return { amount: Number(minor), currency: asset.symbol.toLowerCase() };
}
