import { accountOf } from "../loyalty/cards/booking.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import { balanceOf } from "../loyalty/cards/points.ts";
import { type Card, POINTS } from "../loyalty/cards/schema.ts";
import { type Accounts, type Checker, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

const asset = POINTS;

/** Whether an account is that of a loyalty card. */
export const isCard = (account: string): boolean => account.startsWith("points:");

/** Loyalty cards: the points on each are what its account in the ledger has, and none of them is below zero. */
export class Points implements Checker {
  readonly reads = [reading(kindOf(loyaltyCard, loyaltyCard.schema), (card) => this.add(card))];

  readonly problems: string[] = [];
  private readonly balances = new Map<string, bigint>();

  private add(card: Card): void {
    const { userId, programId, lots, owed } = card;
    const isBroken = ({ earned, left }: Card["lots"][number]) => left < 0n || earned < left;
    if (owed < 0n || lots.some(isBroken))
      this.problems.push(`the card of ${userId} in ${programId} has points that cannot be`);
    this.balances.set(accountOf(card).account, balanceOf(card));
  }

  compare(accounts: Accounts): string[] {
    const kept = new Map<string, bigint>();
    for (const { ref, stored } of accounts) if (isCard(ref.account)) kept.set(ref.account, stored.available);
    const wrong = [...new Set([...this.balances.keys(), ...kept.keys()])].flatMap((name) => {
      const [has, says] = [kept.get(name) ?? 0n, this.balances.get(name) ?? 0n];
      return has === says
        ? []
        : [`the account ${name} has ${show(has, { asset })}, but its card ${show(says, { asset })}`];
    });
    return [...this.problems, ...wrong];
  }
}
