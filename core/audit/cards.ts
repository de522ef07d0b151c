import { systemRef, walletRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { Hold } from "../ledger/schema.ts";
import {
  cardAuthorization,
  cardDispute,
  cardTransaction,
} from "../payments/issuing/authorizations/entity.ts";
import {
  type Authorization,
  authorizationOf,
  type CardDispute,
  type CardTransaction,
  isOfCard,
} from "../payments/issuing/authorizations/schema.ts";
import { CARD_ASSET } from "../payments/issuing/schema.ts";
import { type Accounts, type Checker, holdKind, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

/**
 * Issued cards: an authorization repeats what is left of its holds, and what was taken by it. Both must be so; no
 * hold of a card is without its authorization; and what the provider is owed is what all transactions come to.
 */

interface Figures {
  /** What authorizations say is held, less what is left of the hold. */
  held: bigint;
  /** What authorizations say was taken, less what their transactions come to. */
  taken: bigint;
}

export class Cards implements Checker {
  readonly reads = [
    reading(kindOf(cardAuthorization, cardAuthorization.schema), (one) => this.addAuthorization(one)),
    reading(kindOf(cardTransaction, cardTransaction.schema), (one) => this.addTransaction(one)),
    reading(kindOf(cardDispute, cardDispute.schema), (one) => this.addDispute(one)),
    reading(holdKind, (hold) => this.addHold(hold)),
  ];

  readonly problems: string[] = [];
  private readonly open = new Map<string, Figures>();
  /** What the provider is owed by the transactions and disputes. */
  private owed = 0n;

  private addAuthorization(one: Authorization): void {
    const { authorizationId, holds, capturedMinor, refundedMinor, walletId } = one;
    for (const { holdId, leftMinor } of holds) {
      if (leftMinor < 0n || authorizationOf(holdId) !== authorizationId)
        this.problems.push(`the purchase ${authorizationId} has the hold ${holdId} of ${say(leftMinor)}`);
      this.add(`${holdId} ${walletRef(walletId).account}`, { held: leftMinor });
    }
    this.add(authorizationId, { taken: capturedMinor - refundedMinor });
  }

  private addHold({ holdId, account, remaining }: Hold): void {
    if (isOfCard(holdId)) this.add(`${holdId} ${account}`, { held: -remaining });
  }

  private addTransaction({ authorizationId, amountMinor }: CardTransaction): void {
    this.owed -= amountMinor;
    if (authorizationId !== undefined) this.add(authorizationId, { taken: amountMinor });
  }

  private addDispute({ returnedMinor }: CardDispute): void {
    this.owed -= returnedMinor;
  }

  /** Forgets what comes out even, so that the past takes no space. */
  private add(name: string, { held = 0n, taken = 0n }: Partial<Figures>): void {
    const figures = this.open.get(name) ?? { held: 0n, taken: 0n };
    figures.held += held;
    figures.taken += taken;
    if (figures.held === 0n && figures.taken === 0n) this.open.delete(name);
    else this.open.set(name, figures);
  }

  compare(accounts: Accounts): string[] {
    const clearing = refName(systemRef("live", "clearing:issuing", CARD_ASSET));
    let stored = 0n;
    for (const account of accounts) if (refName(account.ref) === clearing) stored = account.stored.available;
    return [
      ...this.problems,
      ...[...this.open].map(([name, { held, taken }]) =>
        held === 0n
          ? `of the purchase ${name} ${say(taken)} was taken that its transactions do not come to`
          : `of the hold ${name} its purchase says ${say(held)} more than is left of it`,
      ),
      ...(stored === this.owed
        ? []
        : [
            `the transactions of cards come to ${say(this.owed)}, but the account clearing:issuing has ${say(stored)}`,
          ]),
    ];
  }
}

const say = (amount: bigint): string => show(amount, { asset: CARD_ASSET });
