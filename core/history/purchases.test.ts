import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onDevice, withSecrets } from "../../tests/support/identity.ts";
import {
  authorize,
  type CardOwner,
  createCardOwner,
  handlePspEvents,
  issuingEvents,
  merchantApi,
  withIssuing,
} from "../../tests/support/issuing.ts";
import { deposit, readBalances } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import { cardAuthorization } from "../payments/issuing/authorizations/entity.ts";
import { parseTransaction } from "../payments/issuing/authorizations/facts.ts";
import * as Transactions from "../payments/issuing/authorizations/webhooks.ts";
import { append, headOf } from "../sync/feed.ts";
import { pull } from "../sync/pull.ts";
import * as History from "./index.ts";
import { payments } from "./payments.ts";

/** A purchase with an issued card is one transaction: in the history, in the list of payments, on a device. */

withDatabase();
withSecrets();
const issuing = withIssuing();
const shops = () => merchantApi(issuing).authorizations;

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
const shop = { merchant_data: { name: "Café de Flore" } };
const buy = (cents: number) => authorize(issuing, owner, cents, shop);
/** Returns the account's movements except its funding. */
const history = async () => (await History.list(owner.actor, { limit: 20 })).transactions.slice(0, -1);
const listed = async () => (await payments(owner.actor, { limit: 20 })).payments;

describe("a purchase", () => {
  it("is one row of the history: pending with the held amount, then completed with the captured amount", async () => {
    const { id } = await buy(4000);
    const row = { type: "payment", direction: "out", counterparty: "Café de Flore", balance: 6000n };
    const [pending, ...others] = await history();
    expect(pending).toMatchObject({ ...row, amount: 4000n, status: "pending" });
    expect(others).toEqual([]);
    await shops().capture(id, { capture_amount: 2500 });
    await follow();
    expect(await readBalances(owner.wallet)).toEqual({ available: 7500n, held: 0n });
    expect(await history()).toMatchObject([{ ...row, id: pending?.id, amount: 2500n, status: "completed" }]);
  });

  it("captured in parts stays pending, with the captured and held amount, until the final capture", async () => {
    const { id } = await buy(6000);
    await shops().capture(id, { capture_amount: 1000, close_authorization: false });
    await follow();
    expect(await history()).toMatchObject([{ amount: 6000n, status: "pending" }]);
    await shops().capture(id, { capture_amount: 2000 });
    await follow();
    expect(await history()).toMatchObject([{ amount: 3000n, status: "completed" }]);
  });

  it("with an increased hold and a larger capture is still one row", async () => {
    const { id } = await buy(3000);
    await shops().increment(id, { increment_amount: 1000 });
    await follow();
    expect(await history()).toMatchObject([{ amount: 4000n, status: "pending" }]);
    await shops().capture(id, { capture_amount: 5000 });
    await follow();
    expect(await history()).toMatchObject([{ amount: 5000n, status: "completed" }]);
  });

  it.each([
    ["reversed", (id: string) => shops().reverse(id)],
    ["expired", (id: string) => shops().expire(id)],
  ])("with a hold that is %s is a canceled row, and the released hold is not a row", async (_, end) => {
    const { id } = await buy(4000);
    await end(id);
    await follow();
    expect(await readBalances(owner.wallet)).toEqual({ available: 10_000n, held: 0n });
    expect(await history()).toMatchObject([{ amount: 4000n, status: "canceled", direction: "out" }]);
    expect(await listed()).toMatchObject([{ amount: 4000n, status: "canceled" }]);
  });

  it("keeps its row unchanged after a refund, which has its own row", async () => {
    const { id } = await buy(4000);
    await shops().capture(id);
    await merchantApi(issuing).transactions.createUnlinkedRefund({
      card: owner.card.pspCardId,
      amount: 1500,
      ...shop,
    });
    await follow();
    expect(await history()).toMatchObject([
      { type: "refund", direction: "in", amount: 1500n, counterparty: "Café de Flore" },
      { type: "payment", direction: "out", amount: 4000n, status: "completed" },
    ]);
  });

  it("without an authorization is a row of the history and of the list of payments", async () => {
    await merchantApi(issuing).transactions.createForceCapture({
      card: owner.card.pspCardId,
      amount: 700,
      ...shop,
    });
    await follow();
    const row = { direction: "out", amount: 700n, status: "completed", counterparty: "Café de Flore" };
    const [taken] = await history();
    expect(taken).toMatchObject({ ...row, type: "payment" });
    expect(await listed()).toMatchObject([{ ...row, method: "card", transactionId: taken?.id }]);
  });

  it("beyond the available balance is a payment without a row in the history until its debt is paid", async () => {
    const card = owner.card.pspCardId;
    await merchantApi(issuing).transactions.createForceCapture({ card, amount: 10_000, ...shop });
    const { id } = await buy(0);
    await shops().capture(id, { capture_amount: 400, close_authorization: false });
    await follow();
    const [emptied, ...none] = await history();
    expect(none).toEqual([]);
    const [owed, before] = await listed();
    expect(before).toMatchObject({ amount: 10_000n, transactionId: emptied?.id });
    expect(owed).toMatchObject({ amount: 400n, status: "completed", transactionId: null });
    await deposit(owner.wallet, 600n);
    await shops().capture(id, { capture_amount: 100 });
    await follow();
    const [row] = (await History.list(owner.actor, { limit: 1 })).transactions;
    expect(row).toMatchObject({
      type: "payment",
      direction: "out",
      amount: 500n,
      counterparty: "Café de Flore",
    });
    expect(await listed()).toMatchObject([
      { id: owed?.id, amount: 500n, transactionId: row?.id },
      { id: before?.id },
    ]);
  });

  it("has separate rows for a part captured before its authorization arrived and for the later captures", async () => {
    const { id } = await buy(5000);
    await shops().capture(id, { capture_amount: 2000, close_authorization: false });
    const taken = issuingEvents(issuing, since).find(({ type }) => type === "issuing_transaction.created");
    await Transactions.followTransaction({
      ...parseTransaction(taken?.data.object),
      authorizationId: undefined,
    });
    await follow();
    await shops().capture(id, { capture_amount: 2500 });
    await follow();
    expect(await readBalances(owner.wallet)).toEqual({ available: 5500n, held: 0n });
    const row = { type: "payment", direction: "out", status: "completed", counterparty: "Café de Flore" };
    const amounts = [{ amount: 2000n }, { amount: 2500n }];
    expect(await history()).toMatchObject(amounts.map((one) => ({ ...row, ...one })));
    expect(await listed()).toMatchObject(amounts);
  });

  it("is in the list of payments once: pending, then completed with the captured amount", async () => {
    const { id } = await buy(4000);
    const [row] = await history();
    const payment = { method: "card", direction: "out", counterparty: "Café de Flore", fee: 0n };
    expect(await listed()).toMatchObject([
      { ...payment, amount: 4000n, status: "pending", transactionId: row?.id, accountId: row?.accountId },
    ]);
    await shops().capture(id, { capture_amount: 2500 });
    await follow();
    expect(await listed()).toMatchObject([{ ...payment, amount: 2500n, status: "completed" }]);
  });

  it("is in neither list if it is declined", async () => {
    expect(await buy(10_001)).toMatchObject({ approved: false });
    expect([await history(), await listed()]).toEqual([[], []]);
  });

  it("is synchronized to a device as pending, then as completed under the same id", async () => {
    const actor = onDevice(owner.actor);
    const { id } = await buy(4000);
    const collections = ["transactions"] as const;
    const first = await pull(actor, { collections, limit: 100 });
    const [pending] = await history();
    const shown = ({ changes }: typeof first) => changes.map(({ id: of, record }) => [of, record?.value]);
    expect(shown(first)).toContainEqual([pending?.id, pending]);
    await shops().capture(id, { capture_amount: 2500 });
    await follow();
    await append([cardAuthorization.key({ authorizationId: id })]);
    expect(await headOf(actor.userId)).toBeGreaterThan(0);
    const [completed] = await history();
    expect(completed).toMatchObject({ id: pending?.id, status: "completed", amount: 2500n });
    const next = await pull(actor, { cursor: first.cursor, limit: 100 });
    expect(shown(next)).toEqual([[pending?.id, completed]]);
  });
});
