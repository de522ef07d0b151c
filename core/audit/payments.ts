import type { Entry } from "../ledger/schema.ts";
import { madePayment } from "../payments/made/entity.ts";
import type { Made } from "../payments/made/schema.ts";
import { type Checker, entryKind, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

/**
 * Payments of merchants from accounts: the record in each of both lists says what was paid and what of it went back,
 * which bounds what may still be given back. Both must be what the journal has moved.
 */

/** What the journal has, less what the record says. */
interface Figures {
  readonly asset: string;
  paid: bigint;
  gone: bigint;
}

export class Payments implements Checker {
  readonly reads = [
    reading(kindOf(madePayment, madePayment.schema), (payment) => this.addPayment(payment)),
    reading(entryKind, (entry) => this.addEntry(entry)),
  ];

  /** By payment and list. */
  private readonly open = new Map<string, Figures>();

  private addEntry({ type, reference, postings }: Entry): void {
    if (reference?.kind !== "payment" || (type !== "PAYMENT" && type !== "REFUND")) return;
    // Whatever is given is of the payment, whoever gives it: of a refund all that had a share of it do.
    const moved = -postings.reduce((sum, { amount }) => (amount < 0n ? sum + amount : sum), 0n);
    const asset = postings[0]?.asset ?? "?";
    for (const direction of ["in", "out"] as const)
      this.add(reference.id, direction, asset, type === "PAYMENT" ? { paid: moved } : { gone: moved });
  }

  private addPayment({ paymentId, direction, asset, amount, refunded, merchantId }: Made): void {
    if (merchantId !== undefined) this.add(paymentId, direction, asset, { paid: -amount, gone: -refunded });
  }

  /** Forgets what comes out even, so that the past takes no space. */
  private add(
    paymentId: string,
    direction: Made["direction"],
    asset: string,
    { paid = 0n, gone = 0n }: Partial<Omit<Figures, "asset">>,
  ): void {
    const name = `${paymentId} (${direction})`;
    const figures = this.open.get(name) ?? { asset, paid: 0n, gone: 0n };
    figures.paid += paid;
    figures.gone += gone;
    if (figures.paid === 0n && figures.gone === 0n) this.open.delete(name);
    else this.open.set(name, figures);
  }

  compare(): string[] {
    return [...this.open].flatMap(([name, { asset, paid, gone }]) => {
      const more = (amount: bigint) => `${show(-amount, { asset })} more`;
      return [
        ...(paid === 0n ? [] : [`the record of the payment ${name} says ${more(paid)} than was paid`]),
        ...(gone === 0n ? [] : [`the record of the payment ${name} says ${more(gone)} than went back`]),
      ];
    });
  }
}
