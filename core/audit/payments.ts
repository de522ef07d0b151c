import { accountPayment } from "../payments/made/entity.ts";
import { type Checker, entryKind, kindOf, reading } from "./kinds.ts";
import { OpenSums, problemUnless, show } from "./texts.ts";

/**
 * Payments to merchants from accounts: the records in both lists state the paid and refunded amounts, which limit further
 * refunds. Both must match the journal.
 */
export function payments(): Checker {
  /** The journal's figures less the record's, by payment and list. */
  const open = new OpenSums({ paid: 0n, refunded: 0n });
  const assets = new Map<string, string>();
  const add = (name: string, asset: string, by: { readonly paid?: bigint; readonly refunded?: bigint }) => {
    if (open.add(name, by)) assets.set(name, assets.get(name) ?? asset);
    else assets.delete(name);
  };
  return {
    reads: [
      reading(
        kindOf(accountPayment, accountPayment.schema),
        ({ paymentId, direction, asset, amount, refunded, merchantId }) => {
          if (merchantId !== undefined)
            add(`${paymentId} (${direction})`, asset, { paid: -amount, refunded: -refunded });
        },
      ),
      reading(entryKind, ({ type, reference, postings }) => {
        if (reference?.kind !== "payment" || (type !== "PAYMENT" && type !== "REFUND")) return;
        // Every debit belongs to the payment: all recipients of a share pay their part of a refund.
        const moved = -postings.reduce((sum, { amount }) => (amount < 0n ? sum + amount : sum), 0n);
        for (const direction of ["in", "out"])
          add(
            `${reference.id} (${direction})`,
            postings[0]?.asset ?? "?",
            type === "PAYMENT" ? { paid: moved } : { refunded: moved },
          );
      }),
    ],
    compare: () =>
      [...open].flatMap(([name, { paid, refunded }]) => {
        const more = (amount: bigint) => `${show(-amount, { asset: assets.get(name) ?? "?" })} more`;
        return [
          ...problemUnless(
            paid === 0n,
            () => `the record of the payment ${name} states ${more(paid)} than was paid`,
          ),
          ...problemUnless(
            refunded === 0n,
            () => `the record of the payment ${name} states ${more(refunded)} than was refunded`,
          ),
        ];
      }),
  };
}
