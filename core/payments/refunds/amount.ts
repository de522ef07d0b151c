import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { RefundExceeds } from "./errors.ts";
import type { NewRefund } from "./schema.ts";

/**
 * How much is given back of a payment, in minor units: all that is left unless told.
 * @throws REFUND_EXCEEDS_PAYMENT
 */
export function amountOf({ amount }: NewRefund, paidMinor: bigint, goneMinor: bigint): bigint {
  const left = paidMinor - goneMinor;
  const wanted = amount === undefined ? left : BigInt(amount);
  if (wanted > left || left === 0n) {
    const message = text(
      `must be at most ${left}: of the ${paidMinor} that were paid, ${goneMinor} have gone back`,
      `doit être au plus ${left} : des ${paidMinor} payés, ${goneMinor} sont déjà repartis`,
    );
    throw fail(RefundExceeds, { details: { fields: [{ field: "amount", message }] } });
  }
  return wanted;
}
