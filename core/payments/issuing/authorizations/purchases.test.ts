import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../../tests/support/database.ts";
import { withSecrets } from "../../../../tests/support/identity.ts";
import {
  authorize,
  type CardOwner,
  createCardOwner,
  handlePspEvents,
  issuingEvents,
  merchantApi,
  withIssuing,
} from "../../../../tests/support/issuing.ts";
import { deposit, readBalances } from "../../../../tests/support/ledger.ts";
import { audit } from "../../../audit/index.ts";
import * as Ledger from "../../../ledger/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Debts from "../../../policy/debts.ts";
import { parseTransaction } from "./facts.ts";
import * as Transactions from "./webhooks.ts";

/** Purchases with an issued card, with the provider's events in any order. */

withDatabase();
withSecrets();
const issuing = withIssuing();

let owner: CardOwner;
let since = 0;
beforeEach(async () => {
  owner = await createCardOwner(10_000n);
  since = issuing.psp.events.length;
});
afterEach(async () => {
  expect((await audit()).differences).toEqual([]);
});

const follow = () => handlePspEvents(issuingEvents(issuing, since));
const money = () => readBalances(owner.wallet);
const shops = () => merchantApi(issuing);
/** Returns the pending notifications of a type for the owner. */
const notificationsTo = async ({ actor }: CardOwner, type: string) =>
  (await Array.fromAsync(Table.scan()))
    .filter((item) => item["type"] === type && String(item["pk"]).startsWith("OUTBOX#"))
    .map((item) => JSON.parse(String(item["payload"])) as { readonly userId: string })
    .filter(({ userId }) => userId === actor.userId);

describe("a purchase", () => {
  it("releases the rest of its hold after a final partial capture", async () => {
    const { id } = await authorize(issuing, owner, 4000);
    await shops().authorizations.capture(id, { capture_amount: 2500 });
    await follow();
    expect(await money()).toEqual({ available: 7500n, held: 0n });
  });

  it("notifies its owner once of its hold and once of its capture, and with another type from 100 euros on", async () => {
    const { id } = await authorize(issuing, owner, 4000);
    await shops().authorizations.capture(id, { capture_amount: 2500 });
    await follow();
    await follow();
    const shared = { cardId: owner.card.cardId, merchant: "Rocket Rides", asset: "EUR" };
    expect(await notificationsTo(owner, "card-purchase-held")).toMatchObject([{ ...shared, amount: "40" }]);
    expect(await notificationsTo(owner, "card-purchase-taken")).toMatchObject([{ ...shared, amount: "25" }]);
    await deposit(owner.wallet, 10_000n);
    await authorize(issuing, owner, 10_000);
    expect(await notificationsTo(owner, "card-purchase-held")).toHaveLength(1);
    expect(await notificationsTo(owner, "card-purchase-large")).toMatchObject([{ ...shared, amount: "100" }]);
  });

  it("keeps the rest of its hold until the final capture", async () => {
    const { id } = await authorize(issuing, owner, 6000);
    await shops().authorizations.capture(id, { capture_amount: 1000, close_authorization: false });
    await follow();
    expect(await money()).toEqual({ available: 4000n, held: 5000n });
    await shops().authorizations.capture(id, { capture_amount: 2000, close_authorization: false });
    await shops().authorizations.reverse(id, { reverse_amount: 500 });
    await follow();
    expect(await money()).toEqual({ available: 4500n, held: 2500n });
    await shops().authorizations.capture(id, { capture_amount: 2400 });
    await follow();
    expect(await money()).toEqual({ available: 4600n, held: 0n });
  });

  it("is paid from the available balance, then by a debt, if more is captured than was held", async () => {
    const { id } = await authorize(issuing, owner, 5000);
    await shops().authorizations.capture(id, { capture_amount: 7000 });
    await follow();
    expect(await money()).toEqual({ available: 3000n, held: 0n });
    const other = await authorize(issuing, owner, 3000);
    await shops().authorizations.capture(other.id, { capture_amount: 4500 });
    await follow();
    expect(await money()).toEqual({ available: 0n, held: 0n });
    expect(await Debts.owed(owner.wallet)).toBe(1500n);
    expect(await authorize(issuing, owner, 1)).toMatchObject({ approved: false });
    await deposit(owner.wallet, 100n);
    expect(await authorize(issuing, owner, 50)).toMatchObject({ approved: false, reason: "account_in_debt" });
  });

  it.each([
    ["reversed", (id: string) => shops().authorizations.reverse(id)],
    ["expired", (id: string) => shops().authorizations.expire(id)],
  ])("releases its hold if it is %s", async (_, end) => {
    const { id } = await authorize(issuing, owner, 9000);
    await end(id);
    await follow();
    expect(await money()).toEqual({ available: 10_000n, held: 0n });
  });

  it("releases the rest of its hold after seven days without a capture", async () => {
    await authorize(issuing, owner, 5000);
    const { id } = await authorize(issuing, owner, 3000);
    await shops().authorizations.capture(id, { capture_amount: 1000, close_authorization: false });
    await issuing.psp.advance(7 * 86_400 - 60);
    await follow();
    expect(await money()).toEqual({ available: 2000n, held: 7000n });
    await issuing.psp.advance(60);
    await follow();
    expect(await money()).toEqual({ available: 9000n, held: 0n });
  });

  it("holds an approved increment too", async () => {
    const { id } = await authorize(issuing, owner, 4000);
    await shops().authorizations.increment(id, { increment_amount: 3000 });
    expect(await money()).toEqual({ available: 3000n, held: 7000n });
    await shops().authorizations.increment(id, { increment_amount: 3001 });
    expect(await money()).toEqual({ available: 3000n, held: 7000n });
    await follow();
    await shops().authorizations.capture(id);
    await follow();
    expect(await money()).toEqual({ available: 3000n, held: 0n });
  });

  it("in a foreign currency is charged with the provider's amount in euros", async () => {
    const { id, approved } = await authorize(issuing, owner, 1834, {
      merchant_amount: 1999,
      merchant_currency: "usd",
      merchant_data: { country: "US" },
    });
    expect(approved).toBe(true);
    await shops().authorizations.capture(id, { capture_amount: 1850 });
    await follow();
    expect(await money()).toEqual({ available: 8150n, held: 0n });
  });

  it("of zero is approved without a hold", async () => {
    expect(await authorize(issuing, owner, 0)).toMatchObject({ approved: true });
    await follow();
    expect(await money()).toEqual({ available: 10_000n, held: 0n });
  });

  it("without an authorization is booked, with a debt for a shortfall, which a refund pays", async () => {
    await shops().transactions.createForceCapture({ card: owner.card.pspCardId, amount: 12_500 });
    await follow();
    await follow();
    expect(await money()).toEqual({ available: 0n, held: 0n });
    expect(await Debts.owed(owner.wallet)).toBe(2500n);
    expect(await notificationsTo(owner, "debt-incurred")).toMatchObject([
      { amount: "25", cause: "purchase" },
    ]);
    await shops().transactions.createUnlinkedRefund({ card: owner.card.pspCardId, amount: 4000 });
    await follow();
    expect(await money()).toEqual({ available: 1500n, held: 0n });
    expect(await Debts.owed(owner.wallet)).toBe(0n);
    expect(await notificationsTo(owner, "card-purchase-refunded")).toMatchObject([
      { amount: "40", settled: "25" },
    ]);
  });

  it("is not booked again by its authorization if a capture was booked without it", async () => {
    const { id } = await authorize(issuing, owner, 5000);
    await shops().authorizations.capture(id, { capture_amount: 2000, close_authorization: false });
    const taken = issuingEvents(issuing, since).find(({ type }) => type === "issuing_transaction.created");
    const facts = parseTransaction(taken?.data.object);
    expect(await Transactions.followTransaction({ ...facts, authorizationId: undefined })).toBe("booked");
    expect(await money()).toEqual({ available: 3000n, held: 5000n });
    await follow();
    expect(await money()).toEqual({ available: 5000n, held: 3000n });
    await shops().authorizations.capture(id, { capture_amount: 2500 });
    await follow();
    expect(await money()).toEqual({ available: 5500n, held: 0n });
  });

  it("is refunded in parts, each once", async () => {
    const { id } = await authorize(issuing, owner, 5000);
    const { transactions: taken } = await shops().authorizations.capture(id);
    for (const refund_amount of [1200, 800])
      await shops().transactions.refund(taken[0]?.id ?? "", { refund_amount });
    await follow();
    await follow();
    expect(await money()).toEqual({ available: 7000n, held: 0n });
  });

  it("is returned to its owner if a dispute is won", async () => {
    const { id } = await authorize(issuing, owner, 5000);
    const { transactions: taken } = await shops().authorizations.capture(id);
    const { stripe } = issuing.psp;
    const dispute = await stripe.issuing.disputes.create({
      transaction: taken[0]?.id ?? "",
      evidence: { reason: "fraudulent", fraudulent: { explanation: "winning_evidence" } },
    });
    await follow();
    expect(await money()).toEqual({ available: 5000n, held: 0n });
    await stripe.issuing.disputes.submit(dispute.id);
    await follow();
    await handlePspEvents(issuingEvents(issuing, since).toReversed());
    expect(await money()).toEqual({ available: 10_000n, held: 0n });
  });
});

describe("the order of events", () => {
  it("does not affect the balances, even if events are repeated and one is missing", async () => {
    const all = fc.constantFrom("capture", "increment", "reverse", "refund", "partial");
    await fc.assert(
      fc.asyncProperty(
        fc.array(all, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        async (acts, chance) => {
          const buyer = await createCardOwner(10_000n);
          const from = issuing.psp.events.length;
          const { id } = await authorize(issuing, buyer, 3000);
          let open = true;
          let expected = { available: 7000n, held: 3000n };
          let taken = 0;
          let handled = 0;
          for (const act of acts) {
            // Some events are handled while the merchant continues.
            if (chance.next().value % 2 === 0) {
              const sofar = issuingEvents(issuing, from);
              await handlePspEvents(sofar.slice(handled).toReversed());
              handled = sofar.length;
            }
            const { available, held } = expected;
            if (act === "increment" && open) {
              await shops().authorizations.increment(id, { increment_amount: 500 });
              expected = { available: available - 500n, held: held + 500n };
            } else if (act === "reverse" && open && held > 300n) {
              await shops().authorizations.reverse(id, { reverse_amount: 300 });
              expected = { available: available + 300n, held: held - 300n };
            } else if (act === "partial" && open && held > 700n) {
              await shops().authorizations.capture(id, { capture_amount: 700, close_authorization: false });
              expected = { available, held: held - 700n };
              taken++;
            } else if (act === "capture" && open) {
              await shops().authorizations.capture(id);
              expected = { available, held: 0n };
              open = false;
              taken++;
            } else if (act === "refund" && taken > 0) {
              const { transactions: list } = await issuing.psp.stripe.issuing.authorizations.retrieve(id);
              const captured = list.find(({ type }) => type === "capture");
              const refund = await shops()
                .transactions.refund(captured?.id ?? "", { refund_amount: 100 })
                .catch(() => undefined);
              if (refund) expected = { ...expected, available: expected.available + 100n };
            }
          }
          const events = issuingEvents(issuing, from);
          const order = events
            .flatMap((event) => (chance.next().value % 5 === 0 ? [event, event] : [event]))
            .map((event) => [chance.next().value, event] as const)
            .toSorted(([a], [b]) => a - b)
            .map(([, event]) => event);
          // The last event may never arrive: any other event of the authorization has the same effect.
          await handlePspEvents(order.length > 2 ? order.slice(0, -1) : order);
          expect(await readBalances(buyer.wallet), JSON.stringify(acts)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});

it("owes the provider exactly the captured card payments", async () => {
  const before = await Ledger.balance("clearing:issuing", "EUR");
  const { id } = await authorize(issuing, owner, 5000);
  expect(await Ledger.balance("clearing:issuing", "EUR")).toBe(before);
  await shops().authorizations.capture(id, { capture_amount: 4321 });
  await follow();
  expect(await Ledger.balance("clearing:issuing", "EUR")).toBe(before + 4321n);
});
