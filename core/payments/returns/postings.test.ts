import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as Ids from "../../kernel/ids/index.ts";
import { min } from "../../kernel/money/index.ts";
import { systemRef, walletId, walletRef } from "../../ledger/accounts.ts";
import { posting } from "../../ledger/draft.ts";
import { settleDebts } from "../../policy/debts.ts";
import { type Credited, commissionOf, sharesOf } from "../payments/fees.ts";
import { planRebooking } from "./postings.ts";
import * as State from "./state.ts";

/** Postings of returns and reinstatements in any order. */

const userId = Ids.create("user");
const wallet = walletRef(walletId("live", userId, "EUR"));

/** Percent with two decimals, up to `most` hundredths. */
const percent = (most: number) =>
  fc.integer({ min: 0, max: most }).map((hundredths) => new Decimal(hundredths).div(100).toFixed());

const payment: fc.Arbitrary<Credited> = fc
  .record({
    amountMinor: fc.bigInt(1n, 1_000_000n),
    commissionRate: percent(10_000),
    rewardRate: fc.option(percent(2000), { nil: undefined }),
  })
  .map(({ commissionRate, ...paid }) => ({
    ...paid,
    commissionMinor: commissionOf(paid.amountMinor, commissionRate),
  }));

const amount = fc.bigInt(0n, 1_200_000n);
const seconds = fc.bigInt(1n, 50n);
const event: fc.Arbitrary<State.ReturnEvent> = fc.oneof(
  fc.record({ kind: fc.constant("refund" as const), amountMinor: amount, atSeconds: seconds }),
  fc
    .record({
      kind: fc.constant("failed refund" as const),
      refund: fc.constantFrom(
        { refundId: "re_1", amountMinor: 1000n, createdSeconds: 5n },
        { refundId: "re_2", amountMinor: 250_000n, createdSeconds: 20n },
      ),
      atSeconds: seconds,
    })
    .map(({ refund, ...failure }) => ({ ...failure, ...refund })),
  fc.record({
    kind: fc.constant("dispute" as const),
    disputeId: fc.constantFrom("dp_1", "dp_2"),
    withdrawnMinor: amount,
    reinstatedMinor: amount,
    status: fc.constantFrom("needs_response", "won", "lost"),
    atSeconds: seconds,
    about: fc.constant({ amountMinor: 1000n, createdSeconds: 1n }),
  }),
);

/** Events with repetitions. Before each event a percentage of wallet and treasury is spent. */
const history = fc
  .array(event, { minLength: 1, maxLength: 8 })
  .chain((all) => fc.subarray(all).map((again) => [...all, ...again]))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
  .chain((all) =>
    fc.tuple(
      ...all.map((one) => fc.record({ event: fc.constant(one), spent: fc.integer({ min: 0, max: 100 }) })),
    ),
  );

const entry = { type: "REFUND", actorId: "psp", reason: "test", result: () => undefined } as const;

/** The accounts of a credited payment under entries and spending. */
class Books {
  readonly #payment: Credited;
  #returns: State.Returned & { readonly known: Parameters<typeof State.applyEvent>[0] };
  wallet: bigint;
  treasury: bigint;
  saveback: bigint;
  clearing: bigint;
  receivable = 0n;
  /** The debt of the recipient, and the shortfall of the treasury. */
  debt = 0n;
  lack = 0n;

  constructor(payment: Credited) {
    const { receiver, commission, reward } = sharesOf(payment, 0n);
    this.#payment = payment;
    this.#returns = { known: NOTHING, ...State.sumReturned(payment.amountMinor, NOTHING) };
    this.wallet = receiver;
    this.treasury = commission;
    this.saveback = reward;
    this.clearing = -payment.amountMinor;
  }

  get gone(): bigint {
    return this.#returns.returnedMinor;
  }

  spend(percentage: number): void {
    this.wallet -= (this.wallet * BigInt(percentage)) / 100n;
    this.treasury -= (this.treasury * BigInt(percentage)) / 100n;
  }

  /** Books an event, and checks its entry. */
  book(one: State.ReturnEvent): void {
    const before = this.gone;
    const known = State.applyEvent(this.#returns.known, one);
    this.#returns = { known, ...State.sumReturned(this.#payment.amountMinor, known) };
    if (this.gone !== before) this.#post(before, this.gone);
  }

  #post(before: bigint, after: bigint): void {
    const accounts = { wallet, available: this.wallet, treasury: this.treasury };
    const rebooked = planRebooking(this.#payment, before, after, accounts);
    const { owedMinor, rewardMinor } = rebooked;
    const debt = { mode: "live", userId, asset: "EUR", owedMinor: this.debt } as const;
    const draft = { ...entry, postings: rebooked.postings };
    const { postings } = settleDebts(draft, this.debt > 0n ? [debt] : []);
    expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
    expect(new Set(postings.map(({ account }) => account)).size).toBe(postings.length);
    expect(postings.every((posting) => posting.asset === "EUR" && posting.amount !== 0n)).toBe(true);
    const moved = (name: string) => postings.find(({ account }) => account === name)?.amount ?? 0n;
    const [was, is] = [sharesOf(this.#payment, before), sharesOf(this.#payment, after)];
    // The difference between a share and its account is a debt, or pays one.
    const owed = moved(wallet.account) - (is.receiver - was.receiver);
    const lacked = moved("treasury") - (is.commission - was.commission);
    expect(owedMinor).toBe(owed > 0n ? owed : 0n);
    expect(lacked >= 0n).toBe(true);
    expect(moved("receivable")).toBe(-owed - lacked);
    expect(moved("clearing:psp")).toBe(after - before);
    expect(is.reward).toBe(rewardMinor);
    this.wallet += moved(wallet.account);
    this.treasury += moved("treasury");
    this.saveback += moved("saveback");
    this.clearing += moved("clearing:psp");
    this.receivable += moved("receivable");
    this.debt += owed;
    this.lack += lacked;
  }
}

const NOTHING: Parameters<typeof State.applyEvent>[0] = {
  version: 0n,
  refunds: [],
  failed: {},
  disputes: {},
};

/** By rounding, the last refund takes more commission than the treasury has, and credits a recipient with a debt. */
const LACK_AND_SETTLED_DEBT: [Credited, { event: State.ReturnEvent; spent: number }[]] = [
  { amountMinor: 819_440n, rewardRate: "10.33", commissionMinor: 461_837n },
  [
    { event: { kind: "refund", amountMinor: 1n, atSeconds: 17n }, spent: 0 },
    {
      event: {
        kind: "dispute",
        disputeId: "dp_2",
        withdrawnMinor: 977_469n,
        reinstatedMinor: 734_479n,
        status: "won",
        atSeconds: 49n,
        about: { amountMinor: 977_469n, createdSeconds: 1n },
      },
      spent: 71,
    },
    { event: { kind: "refund", amountMinor: 3n, atSeconds: 3n }, spent: 0 },
  ],
];

it("refunds and disputes together return at most the credited amount, and a shortfall becomes a debt", () => {
  fc.assert(
    fc.property(payment, history, (paid, all) => {
      const books = new Books(paid);
      for (const { event: one, spent } of all) {
        books.spend(spent);
        books.book(one);
        expect(books.gone).toBeLessThanOrEqual(paid.amountMinor);
        expect(books.clearing).toBe(books.gone - paid.amountMinor);
        expect(books.saveback).toBe(sharesOf(paid, books.gone).reward);
        expect(books.receivable).toBe(-books.debt - books.lack);
        for (const balance of [books.wallet, books.treasury, books.debt])
          expect(balance).toBeGreaterThanOrEqual(0n);
      }
    }),
    { numRuns: 300, examples: [LACK_AND_SETTLED_DEBT] },
  );
});

it("leaves exactly the shares of the amount not returned if nothing was spent", () => {
  fc.assert(
    fc.property(payment, history, (paid, all) => {
      const books = new Books(paid);
      for (const { event: one } of all) books.book(one);
      const { receiver, commission, reward } = sharesOf(paid, books.gone);
      expect([books.wallet, books.treasury, books.saveback]).toEqual([receiver, commission, reward]);
      expect([books.debt, books.lack]).toEqual([0n, 0n]);
    }),
    { numRuns: 300 },
  );
});

it("leaves the same balances for any order and repetition of the events", () => {
  const orders = history.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(payment, orders, (paid, [all, shuffled]) => {
      const [one, other] = [new Books(paid), new Books(paid)];
      for (const { event: next } of [...all, ...all]) one.book(next);
      for (const { event: next } of shuffled) other.book(next);
      expect([other.wallet, other.treasury, other.saveback, other.clearing]).toEqual([
        one.wallet,
        one.treasury,
        one.saveback,
        one.clearing,
      ]);
    }),
    { numRuns: 300 },
  );
});

it("takes a return first from the payment's hold, then from suspense, then from the wallet, and owes the rest", () => {
  const up = fc.bigInt(0n, 1000n);
  fc.assert(
    fc.property(fc.bigInt(1n, 2000n), up, up, up, (returned, remaining, suspended, available) => {
      const topUp = { amountMinor: 2000n, commissionMinor: 0n };
      const accounts = { wallet, available, suspended, hold: { holdId: "h", remaining }, treasury: 0n };
      const taken = planRebooking(topUp, 0n, returned, accounts);
      const held = min(remaining, returned);
      const fromSuspense = min(suspended, returned - held);
      const own = min(available, returned - held - fromSuspense);
      const owed = returned - held - fromSuspense - own;
      const platform = (name: string) => systemRef("live", name, "EUR");
      const expected = [
        posting(platform("clearing:psp"), returned),
        posting(wallet, -held, "held"),
        posting(platform("suspense"), -fromSuspense),
        posting(wallet, -own),
        posting(platform("receivable"), -owed),
      ].filter(({ amount: moved }) => moved !== 0n);
      expect(taken.postings).toHaveLength(expected.length);
      expect(taken.postings).toEqual(expect.arrayContaining(expected));
      expect(taken.holds).toEqual(held > 0n ? [{ ...wallet, holdId: "h", change: -held }] : []);
      expect(taken).toMatchObject({ suspendedMinor: fromSuspense, owedMinor: owed });
      expect(taken.debtWrites.length > 0).toBe(owed > 0n);

      const reinstated = planRebooking(topUp, returned, 0n, accounts);
      expect(reinstated).toMatchObject({ holds: [], suspendedMinor: 0n, owedMinor: 0n, debtWrites: [] });
      expect(reinstated.postings).toHaveLength(2);
      expect(reinstated.postings).toContainEqual(posting(wallet, returned));
    }),
  );
});
