import { flag } from "../flags/entity.ts";
import * as Assets from "../kernel/assets/index.ts";
import { sum } from "../kernel/money/index.ts";
import { modeOf, systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { TOTAL_SUPPLY } from "../ledger/supply.ts";
import { accountOf } from "../loyalty/cards/booking.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import { balanceOf } from "../loyalty/cards/points.ts";
import { type Card, POINTS } from "../loyalty/cards/schema.ts";
import { pendingReward } from "../loyalty/saveback/entity.ts";
import { pendingKey } from "../loyalty/saveback/rewards.ts";
import { rewardItem } from "../loyalty/saveback/schema.ts";
import { debt } from "../policy/entity.ts";
import { type Accounts, type Checker, kindOf, reading } from "./kinds.ts";
import { isCard, mayGoNegative, problemUnless, show } from "./texts.ts";

/** System accounts whose balance is explained by records: each checker compares the sum of the records with it. */

/** The sums of records, by account. */
class Sums {
  readonly #sums = new Map<string, AccountRef & { amount: bigint }>();

  add({ account, asset }: AccountRef, amount: bigint): void {
    const name = refName({ account, asset });
    const before = this.#sums.get(name)?.amount ?? 0n;
    this.#sums.set(name, { account, asset, amount: before + amount });
  }

  /**
   * Compares each sum with the account's balance.
   * @param isOwn accounts that need a sum: without one, they are compared with zero
   */
  compare(
    accounts: Accounts,
    problemOf: (ref: AccountRef, amount: bigint, balance: bigint) => string[],
    isOwn: (ref: AccountRef) => boolean = () => false,
  ): string[] {
    const balances = new Map([...accounts].map(({ ref, stored }) => [refName(ref), stored.available]));
    for (const { ref } of accounts) if (isOwn(ref)) this.add(ref, 0n);
    return [...this.#sums].flatMap(([name, { amount, ...ref }]) =>
      problemOf(ref, amount, balances.get(name) ?? 0n),
    );
  }
}

/**
 * Debts are a part of `receivable`, never more than it. The rest is owed by the platform (a commission that the treasury
 * had spent), or by no known user (a debit of the bank that `suspense` could not pay).
 */
export function debts(): Checker {
  const problems: string[] = [];
  const sums = new Sums();
  return {
    reads: [
      reading(kindOf(debt, debt.schema), ({ mode, userId, asset, owedMinor }) => {
        if (owedMinor < 0n) problems.push(`${userId} owes ${show(owedMinor, { asset })}: below zero`);
        sums.add(systemRef(mode, "receivable", asset), owedMinor);
      }),
    ],
    compare: (accounts) => [
      ...problems,
      ...sums.compare(accounts, (ref, owed, balance) =>
        problemUnless(
          owed <= -balance,
          () => `users owe ${show(owed, ref)}, but by the account ${ref.account} only ${show(-balance, ref)}`,
        ),
      ),
    ],
  };
}

/** Flags of money for erased users are a part of `suspense`, never more than it. The rest is for unknown recipients. */
export function suspense(): Checker {
  const problems: string[] = [];
  const sums = new Sums();
  const suspenseKind = kindOf(flag, flag.schema, { isRead: (item) => item["kind"] === "suspense" });
  return {
    reads: [
      reading(suspenseKind, ({ id, asset = "", amount = 0n }) => {
        if (amount < 0n) problems.push(`the flag ${id} has ${show(amount, { asset })}: below zero`);
        sums.add(systemRef("live", "suspense", asset), amount);
      }),
    ],
    compare: (accounts) => [
      ...problems,
      ...sums.compare(accounts, (ref, flagged, balance) =>
        problemUnless(
          flagged <= balance,
          () =>
            `flags come to ${show(flagged, ref)}, but the account ${ref.account} has only ${show(balance, ref)}`,
        ),
      ),
    ],
  };
}

/** The points of each loyalty card equal its account's balance, and none of its lots is below zero. */
export function points(): Checker {
  const problems: string[] = [];
  const sums = new Sums();
  const isBroken = ({ earned, left }: Card["lots"][number]) => left < 0n || earned < left;
  return {
    reads: [
      reading(kindOf(loyaltyCard, loyaltyCard.schema), (card) => {
        const { userId, programId, lots, owed } = card;
        if (owed < 0n || lots.some(isBroken))
          problems.push(`the card of ${userId} in ${programId} has impossible points`);
        sums.add({ account: accountOf(card).account, asset: POINTS }, balanceOf(card));
      }),
    ],
    compare: (accounts) => [
      ...problems,
      ...sums.compare(
        accounts,
        (ref, onCard, balance) =>
          problemUnless(
            onCard === balance,
            () => `the account ${ref.account} has ${show(balance, ref)}, but its card ${show(onCard, ref)}`,
          ),
        ({ account }) => isCard(account),
      ),
    ],
  };
}

/** Merchants have paid for pending saveback: its sum equals the balance of `saveback`. */
export function saveback(): Checker {
  const problems: string[] = [];
  const sums = new Sums();
  return {
    reads: [
      reading(kindOf(pendingReward, rewardItem, { keyOf: pendingKey }), (reward) => {
        const { paymentId, asset, amountMinor, status } = reward;
        if (status !== "PENDING" || amountMinor <= 0n)
          problems.push(
            `the reward of ${paymentId} is listed as pending, but is of ${show(amountMinor, { asset })} and ${status}`,
          );
        sums.add({ account: "saveback", asset }, amountMinor);
      }),
    ],
    compare: (accounts) => [
      ...problems,
      ...sums.compare(
        accounts,
        (ref, pending, balance) =>
          problemUnless(
            pending === balance,
            () =>
              `pending rewards come to ${show(pending, ref)}, but the account saveback has ${show(balance, ref)}`,
          ),
        ({ account }) => account === "saveback",
      ),
    ],
  };
}

/**
 * The balances of the platform's token in each ledger sum to the issued amount: the whole supply, or zero before the
 * issuance.
 */
export const supply = (): Checker => ({
  reads: [],
  compare(accounts) {
    const asset = Assets.native.symbol;
    const ofToken = [...accounts].filter(({ ref }) => ref.asset === asset);
    return [...Map.groupBy(ofToken, ({ ref }) => modeOf(ref.account))].flatMap(([mode, own]) => {
      const issuance = systemRef(mode, "issuance", asset);
      const issued = -(own.find(({ ref }) => refName(ref) === refName(issuance))?.stored.available ?? 0n);
      const holders = own.filter(({ ref }) => !mayGoNegative(ref));
      const held = sum(holders.map(({ stored }) => stored.available + stored.held));
      return [
        ...problemUnless(
          issued === TOTAL_SUPPLY || issued === 0n,
          () =>
            `${issuance.account} has issued ${show(issued, issuance)}, but the supply is ${show(TOTAL_SUPPLY, issuance)}`,
        ),
        ...problemUnless(
          held === issued,
          () =>
            `the accounts of the ${mode} ledger hold ${show(held, issuance)}, but ${show(issued, issuance)} were issued`,
        ),
      ];
    });
  },
});
