import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setVariables } from "../../local/environment.ts";
import { handleBankEvent, outboxPayloads, platformBalances } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createAccount, eraseAccount, refreshActor, withMockedEmail } from "../../tests/support/erasure.ts";
import { advanceClock, queueProposal, createMember as voter } from "../../tests/support/governance.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import {
  authorize,
  type CardOwner,
  createCardOwner,
  issuingEvents as eventsOf,
  handlePspEvents,
  merchantApi,
  withIssuing,
} from "../../tests/support/issuing.ts";
import { deposit, differencesWithoutSupply, newActor } from "../../tests/support/ledger.ts";
import { fundAccount } from "../../tests/support/money.ts";
import { withObjects } from "../../tests/support/objects.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  readPayment,
} from "../../tests/support/payments.ts";
import { payFrom } from "../../tests/support/transfers.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import * as Withdrawals from "../banking/withdrawals/index.ts";
import * as Address from "../defi/addresses/index.ts";
import { adjust } from "../defi/adjustments/index.ts";
import { actionOf } from "../defi/governance/actions/index.ts";
import { advance } from "../defi/governance/advance.ts";
import { fromId } from "../defi/governance/proposals.ts";
import { flag } from "../flags/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Money from "../kernel/money/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import type { Reference } from "../ledger/schema.ts";
import { notify } from "../messaging/notifications/index.ts";
import { refund } from "../payments/refunds/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import { flagKey, RECEIVER_ERASED } from "../policy/suspense.ts";
import { ensure } from "../wallets/opening.ts";
import { runDue } from "./erasure.ts";
import { requestErasure as askErasure } from "./requests.ts";

// Money for an erased user: completed external payments go to suspense, other payments are rejected.

withDatabase();
withSecrets();
withObjects();
const ses = withMockedEmail();
const issuing = withIssuing();
let unset = () => {};
beforeEach(() => {
  unset = setVariables({ BANK_URL: "http://127.0.0.1:1", WITHDRAWAL_FEE_MINOR: "100" });
});
afterEach(async () => {
  unset();
  expect(await differencesWithoutSupply()).toEqual([]);
});

const euros = ({ userId }: { readonly userId: string }) => walletRef(walletId("live", userId, "EUR"));
const suspense = async () => (await platformBalances()).suspense;
const flagOf = async (kind: Reference["kind"], id: string) =>
  flag.parse((await Table.get(flagKey({ kind, id }))) ?? {});
const gone = { why: RECEIVER_ERASED, asset: "EUR" };

describe("a completed external payment goes to suspense with a flag:", () => {
  it.each(["with an account", "without an account"])(
    "a card payment of an erased user %s, its refund, and the failure of the refund",
    async (whose) => {
      const actor = await createAccount();
      if (whose === "with an account") await ensure(actor, "EUR");
      const had = await availableMinor(actor.userId);
      await eraseAccount(actor);
      const before = await suspense();
      const intent = intentOf(actor);
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled before");
      expect(await availableMinor(actor.userId)).toBe(had);
      expect((await suspense()) - before).toBe(5000n);
      expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED" });
      const flagged = () => flagOf("payment_intent", intent.id);
      expect(await flagged()).toMatchObject({ ...gone, userId: actor.userId, amount: 5000n });
      await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 1200 }));
      expect((await suspense()) - before).toBe(3800n);
      expect(await flagged()).toMatchObject({ amount: 3800n });
      expect((await flagged()).resolution).toBeUndefined();
      await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 5000 }));
      expect(await suspense()).toBe(before);
      expect(await flagged()).toMatchObject({ amount: 0n, resolution: { by: "psp" } });
      expect(await Debts.owed(euros(actor))).toBe(0n);
      const failure = { id: `re_${intent.id}`, payment_intent: intent.id, amount: 5000, status: "failed" };
      expect(await handlePspEvent("refund.failed", failure)).toBe("the refund is undone");
      expect((await suspense()) - before).toBe(5000n);
      expect(await flagged()).toMatchObject({ amount: 5000n });
      expect((await flagged()).resolution).toBeUndefined();
    },
  );

  it("a customer's payment to a business, without the commission, until it is refunded", async () => {
    const owner = await createAccount("PROFESSIONNEL");
    const { merchantId } = await createMerchant(owner);
    await eraseAccount(owner);
    const had = await suspense();
    const fees = await Ledger.balance("treasury", "EUR");
    const intent = intentOf(newActor(), { metadata: { svc_merchant: merchantId } });
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
    expect(await readPayment(intent.id)).toMatchObject({ merchantId });
    expect((await suspense()) - had).toBe(4925n);
    expect(await flagOf("payment_intent", intent.id)).toMatchObject({ ...gone, amount: 4925n });
    await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 5000 }));
    expect([await suspense(), await Ledger.balance("treasury", "EUR")]).toEqual([had, fees]);
  });

  it("a payment that first pays the user's debts, of which a refund takes at most the rest", async () => {
    const actor = await createAccount();
    await ensure(actor, "EUR");
    const disputed = intentOf(actor, { amount: 700 });
    await handlePspEvent("payment_intent.succeeded", disputed);
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(euros(actor), { account: "clearing:bank", asset: "EUR" }, 700n),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    await eraseAccount(actor);
    await handlePspEvent("payment_intent.succeeded", intentOf(actor, { amount: 3000 }));
    await handlePspEvent("charge.refunded", chargeOf(disputed, { amount_refunded: 700 }));
    expect(await Debts.owed(euros(actor))).toBe(700n);
    const others = await suspense();
    const intent = intentOf(actor);
    await handlePspEvent("payment_intent.succeeded", intent);
    expect((await suspense()) - others).toBe(4300n);
    expect(await Debts.owed(euros(actor))).toBe(0n);
    const left = async () => [(await suspense()) - others, await Debts.owed(euros(actor))];
    await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 4000 }), 100);
    expect(await left()).toEqual([300n, 0n]);
    await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 5000 }), 200);
    expect(await left()).toEqual([0n, 700n]);
    const failed = { id: Ids.create("event"), payment_intent: intent.id, amount: 1000, created: 200 };
    await handlePspEvent("refund.failed", { ...failed, status: "failed" }, 300);
    expect(await left()).toEqual([300n, 0n]);
    const flagged = await flagOf("payment_intent", intent.id);
    expect(flagged).toMatchObject({ ...gone, amount: 300n });
    expect(flagged.resolution).toBeUndefined();
  });

  it("a withdrawal that the bank returns, including the fee", async () => {
    const actor = await createAccount();
    const accountId = await fundAccount(actor.userId, "EUR", 5100n);
    const request = { amount: "50", currency: "EUR", iban: "DE89370400440532013000", beneficiaryName: "Ada" };
    await Withdrawals.request(
      await refreshActor(actor),
      { accountId, description: "", ...request },
      async () => {},
    );
    const [item] = await Table.queryAll({ pk: withdrawal.partition(actor), beginsWith: withdrawal.prefix });
    const { endToEndId, withdrawalId } = withdrawal.parse(item ?? {});
    const about = { transactionId: `bank-${endToEndId}`, amount: { value: "50.00", currency: "EUR" } };
    await handleBankEvent({ type: "transaction.booked", data: { ...about, endToEndId, direction: "debit" } });
    await eraseAccount(actor);
    const before = await suspense();
    const back = { ...about, transactionId: `back-${endToEndId}`, direction: "credit" };
    const event = { type: "transaction.booked", data: { ...back, originalEndToEndId: endToEndId } };
    await handleBankEvent(event);
    await handleBankEvent(event);
    expect(await availableMinor(actor.userId)).toBe(0n);
    expect((await suspense()) - before).toBe(5100n);
    expect(await flagOf("withdrawal", withdrawalId)).toMatchObject({ ...gone, amount: 5100n });
  });

  it("a merchant's refund of a purchase with an issued card", async () => {
    const owner: CardOwner = await createCardOwner(4000n);
    const { id } = await authorize(issuing, owner, 4000);
    await merchantApi(issuing).authorizations.capture(id);
    await handlePspEvents(eventsOf(issuing));
    await eraseAccount(owner.actor);
    const [before, since] = [await suspense(), issuing.psp.events.length];
    const { data } = await issuing.psp.stripe.issuing.transactions.list();
    const taken = data.find(({ authorization }) => authorization === id);
    await merchantApi(issuing).transactions.refund(taken?.id ?? "", { refund_amount: 1500 });
    await handlePspEvents(eventsOf(issuing, since));
    expect((await suspense()) - before).toBe(1500n);
    expect(await availableMinor(owner.actor.userId)).toBe(0n);
    expect((await outboxPayloads("card-purchase-refunded")).length).toBeGreaterThan(0);
    const back = (await issuing.psp.stripe.issuing.transactions.list()).data.find(
      ({ amount }) => amount === 1500,
    );
    expect(await flagOf("issuing_transaction", back?.id ?? "")).toMatchObject({ ...gone, amount: 1500n });
  });
});

it("sends no notification of a payment for an erased user, and stores no notice", async () => {
  const actor = await createAccount();
  await eraseAccount(actor);
  const intent = intentOf(actor);
  await handlePspEvent("payment_intent.succeeded", intent);
  const sent = ses.commandCalls(SendEmailCommand).length;
  for (const payload of await outboxPayloads("top-up-completed"))
    expect(
      await notify({
        id: Ids.create("event"),
        type: "top-up-completed",
        occurredAt: Clock.nowIso(),
        payload,
      }),
    ).toEqual(payload["userId"] === actor.userId ? [] : expect.anything());
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(sent);
  const own = await Table.queryAll({ pk: `USER#${actor.userId}` });
  expect(own.filter(({ sk }) => String(sk).startsWith("NOTICE#"))).toEqual([]);
});

describe("a payment that is not completed is rejected:", () => {
  it("a governance payout to an erased user, while the rest of the proposal is executed", async () => {
    const rich = await voter(50_000_000n);
    const [actor, other] = [await createAccount(), await createAccount()];
    await Policy.post({
      type: "DEPOSIT",
      postings: Ledger.move(
        { account: "clearing:bank", asset: "EUR" },
        { account: "treasury", asset: "EUR" },
        1000n,
      ),
      actorId: "test",
      reason: "funds",
      result: () => undefined,
    });
    const has = await Ledger.balance("treasury", "EUR");
    const recipient = Address.ofUser(actor.userId);
    await askErasure(await refreshActor(actor));
    advanceClock(20 * DAY_MS);
    const { id } = await queueProposal(
      rich,
      actionOf("treasury", "transfer", { recipient, asset: "EUR", amount: 700n }),
      actionOf("treasury", "transfer", {
        ...{ recipient: Address.ofUser(other.userId), asset: "EUR", amount: 200n },
      }),
    );
    advanceClock(2 * DAY_MS);
    await runDue();
    await advance();
    const { state } = await fromId("live", id);
    expect(state.executedAt).toBeDefined();
    expect(state.failure).toMatch(/^ACCOUNT_CLOSED: 1 of its payments remained in the treasury/);
    expect(await availableMinor(other.userId)).toBe(200n);
    expect(await Ledger.balance("treasury", "EUR")).toBe(has - 200n);
  });

  it("a deposit by staff, but not a withdrawal of remaining money by staff", async () => {
    const [admin, actor] = [await createAccount("ADMIN"), await createAccount()];
    await ensure(actor, "EUR");
    await eraseAccount(actor);
    const id = walletId("live", actor.userId, "EUR");
    const by = { amount: "1", reason: "a bonus" };
    await expect(adjust(admin, id, { operation: "DEPOSIT", ...by })).rejects.toMatchObject({
      code: "ACCOUNT_CLOSED",
    });
    await deposit(euros(actor), 100n);
    expect(await adjust(admin, id, { operation: "WITHDRAW", ...by })).toMatchObject({ available: 0n });
  });

  it("a merchant's refund to an erased payer", async () => {
    const [owner, payer] = [await createAccount("PROFESSIONNEL"), await createAccount()];
    const { merchantId } = await createMerchant(owner);
    const accountId = await fundAccount(payer.userId, "EUR", 2000n);
    const payment = { accountId, amount: Money.format(2000n, 2), description: "", to: { merchantId } };
    const { paymentId } = await payFrom(await refreshActor(payer), payment);
    await eraseAccount(payer);
    const had = await availableMinor(owner.userId);
    await expect(refund(owner, { paymentId })).rejects.toMatchObject({
      code: "ACCOUNT_CLOSED",
    });
    expect(await availableMinor(owner.userId)).toBe(had);
  });
});
