import { afterAll, afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  createMerchant,
  handleEventsOfPayment,
  listTransactions,
  readPayment,
} from "../../../tests/support/payments.ts";
import { authenticate, challengeOf, confirm, confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import { errorOf, outcomes } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Saving from "../cards/saving.ts";
import { changeStatus } from "../cards/status.ts";
import * as Transactions from "../records/index.ts";
import * as Payments from "./index.ts";
import type { NewPayment, Payment } from "./schema.ts";

/** New payments, with the provider's double. */

const database = withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterEach(() => Psp.configure({}));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const newPayment = (more: Partial<NewPayment> = {}): NewPayment => ({
  amount: 5000,
  currency: "eur",
  description: "Lunch",
  metadata: { order: "7" },
  ...more,
});
const claimOf = (actor: LiveActor, request: unknown = {}, key = Ids.secret()) =>
  Idempotency.claim<Payment>(actor.userId, "payments.create", key, request);
/** Returns the ids of all intents of a user at the provider. */
const intentsOf = async ({ userId }: LiveActor): Promise<string[]> => {
  const { data } = await Psp.call((stripe) => stripe.paymentIntents.list({ limit: 100 }));
  return data.filter(({ metadata }) => metadata["svc_user"] === userId).map(({ id }) => id);
};
const visa = { paymentMethodId: "pm_card_visa" };

describe("a payment", () => {
  it("without a card is pending until the client confirms it at the provider, and is then credited", async () => {
    const actor = newActor();
    const payment = await Payments.create(actor, newPayment());
    expect(payment).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
      amount: 5000,
      currency: "eur",
      status: "requires_payment_method",
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      needsApproval: false,
    });
    expect(await readPayment(payment.id)).toMatchObject({
      status: "PENDING",
      createdAt: payment.created,
      description: "Lunch",
      metadata: { order: "7" },
    });
    await confirm(payment.id);
    await handleEventsOfPayment(psp.events, payment.id);
    expect(await readPayment(payment.id)).toMatchObject({ status: "SUCCEEDED", cardLast4: "4242" });
    expect(await availableMinor(actor.userId)).toBe(5000n);
  });

  it("with a payment method of the provider's SDK is credited immediately, and once", async () => {
    const actor = newActor();
    const payment = await Payments.create(actor, newPayment(visa));
    expect(payment.status).toBe("succeeded");
    expect(await readPayment(payment.id)).toMatchObject({ status: "SUCCEEDED", cardLast4: "4242" });
    await handleEventsOfPayment(psp.events, payment.id);
    expect(await availableMinor(actor.userId)).toBe(5000n);
    expect(await listTransactions(actor)).toHaveLength(1);
  });

  it("with a saved card is charged immediately, but rejected for another user's or a locked card", async () => {
    const actor = newActor();
    const setup = await Saving.createSetup(actor);
    await confirmSetup(setup.id, "pm_card_mastercard");
    const card = await Saving.save(actor, { type: "virtual", setDefault: true, setupIntentId: setup.id });
    const payment = await Payments.create(actor, newPayment({ cardId: card.cardId }));
    expect(payment.status).toBe("succeeded");
    expect(await readPayment(payment.id)).toMatchObject({ cardLast4: card.last4, status: "SUCCEEDED" });
    await expect(Payments.create(newActor(), newPayment({ cardId: card.cardId }))).rejects.toEqual(
      errorOf("CARD_NOT_FOUND"),
    );
    await changeStatus(card.cardId, "locked");
    await expect(Payments.create(actor, newPayment({ cardId: card.cardId }))).rejects.toEqual(
      errorOf("CARD_NOT_ACTIVE"),
    );
    expect(await intentsOf(actor)).toEqual([payment.id]);
  });

  it.each([
    [true, "SUCCEEDED", 5000n],
    [false, "FAILED", undefined],
  ])(
    "waits for the customer's confirmation if the bank requires it; confirmed: %s",
    async (agrees, status, credited) => {
      const actor = newActor();
      const { id, ...payment } = await Payments.create(
        actor,
        newPayment({ paymentMethodId: "pm_card_authenticationRequired" }),
      );
      expect(payment.status).toBe("requires_action");
      expect((await readPayment(id)).status).toBe("PENDING");
      await authenticate(await challengeOf(id), agrees);
      await handleEventsOfPayment(psp.events, id);
      expect((await readPayment(id)).status).toBe(status);
      expect((await readPayment(id)).failureReason).toBe(
        agrees ? undefined : "The cardholder did not confirm the operation with the bank.",
      );
      expect(await availableMinor(actor.userId)).toBe(credited);
    },
  );

  it("with a declined card is recorded as failed, and rejected with the provider's message and codes", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const refused = () =>
      Payments.create(
        actor,
        newPayment({ paymentMethodId: "pm_card_chargeDeclinedInsufficientFunds" }),
        claim,
      );
    const error = errorOf("CARD_REFUSED", {
      fields: [
        { field: "card", message: "Your card has insufficient funds." },
        { field: "code", message: "card_declined" },
        { field: "declineCode", message: "insufficient_funds" },
      ],
    });
    await expect(refused()).rejects.toEqual(error);
    const [record] = await listTransactions(actor);
    expect(record).toMatchObject({
      status: "FAILED",
      failureReason: "Your card has insufficient funds.",
      cardLast4: "9995",
    });
    await handleEventsOfPayment(psp.events, record?.transactionId ?? "");
    // A repeated request is rejected without a second charge.
    await expect(refused()).rejects.toEqual(error);
    expect(await intentsOf(actor)).toHaveLength(1);
    expect(await listTransactions(actor)).toEqual([record]);
  });

  it("can be paid with another card after the first was declined", async () => {
    const actor = newActor();
    await expect(
      Payments.create(actor, newPayment({ paymentMethodId: "pm_card_chargeDeclined" })),
    ).rejects.toEqual(errorOf("CARD_REFUSED"));
    const [id = ""] = await intentsOf(actor);
    await confirm(id);
    await handleEventsOfPayment(psp.events, id);
    expect(await readPayment(id)).toMatchObject({ status: "SUCCEEDED", cardLast4: "4242" });
    expect(await availableMinor(actor.userId)).toBe(5000n);
  });

  it("is recorded and counted once for each of 40 parallel requests of one payer", async () => {
    const actor = newActor();
    const payments = await Promise.all(
      Array.from({ length: 40 }, () => Payments.create(actor, newPayment())),
    );
    const all = await listTransactions(actor);
    expect(all.map(({ transactionId }) => transactionId).sort()).toEqual(payments.map(({ id }) => id).sort());
    const sort = { field: "createdAt", order: "desc" } as const;
    expect((await Transactions.list(actor, { page: 1, limit: 1, sort })).total).toBe(40);
  });

  it("below the provider's minimum is rejected with the provider's message", async () => {
    const actor = newActor();
    await expect(Payments.create(actor, newPayment({ amount: 49 }))).rejects.toEqual(
      errorOf("PROVIDER_REFUSED", {
        fields: [
          { field: "amount", message: expect.stringContaining("below the minimum card payment of 0.50") },
        ],
      }),
    );
    expect(await listTransactions(actor)).toEqual([]);
  });

  it("credits an active merchant of another user in the merchant's currency, and is else rejected", async () => {
    const [actor, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner);
    await Payments.create(actor, newPayment({ merchantId, ...visa }));
    expect(await availableMinor(owner.userId)).toBe(4925n);
    const pending = await createMerchant(newActor("PROFESSIONNEL"), { chargesEnabled: false });
    const refused = (by: LiveActor, more: Partial<NewPayment>, code: string) =>
      expect(Payments.create(by, newPayment({ merchantId, ...more }))).rejects.toEqual(errorOf(code));
    await refused(owner, {}, "OWN_PAYEE");
    await refused(actor, { merchantId: Ids.create("merchant") }, "PAYEE_NOT_FOUND");
    await refused(actor, { merchantId: "mer_x" }, "PAYEE_NOT_FOUND");
    await refused(actor, { merchantId: pending.merchantId }, "PAYEE_NOT_ACTIVE");
    await refused(actor, { currency: "usd" }, "PAYEE_CURRENCY");
    expect(await listTransactions(actor)).toHaveLength(1);
  });
});

it("lists payments newest first, even if they were created within one second", async () => {
  const actor = newActor();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await Payments.create(actor, newPayment())).id);
  const sort = { field: "createdAt", order: "desc" } as const;
  const pages = await Promise.all(
    [1, 2, 3].map((page) => Transactions.list(actor, { page, limit: 2, sort })),
  );
  const listed = pages.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId));
  expect(listed).toEqual(ids.reverse());
});

describe("the need for an approval", () => {
  /** Registers a user at the current time of the platform's clock. */
  async function member(): Promise<LiveActor> {
    const actor = newActor();
    const { userId } = await Users.register({ name: "Test", email: actor.email, password: "Analytical1!" });
    return { ...actor, userId };
  }
  const needs = async (actor: LiveActor, amount: number) =>
    (await Payments.create(actor, newPayment({ amount }))).needsApproval;

  it("depends on the amount, with a lower threshold in an account's first seven days", async () => {
    const actor = await member();
    expect([await needs(actor, 19_999), await needs(actor, 20_000)]).toEqual([false, true]);
    await psp.advance(7 * 86_400 - 60);
    expect(await needs(actor, 20_000)).toBe(true);
    await psp.advance(25 * 3600);
    expect([await needs(actor, 99_950), await needs(actor, 50)]).toEqual([false, true]);
  });

  it("depends on the sum of all requests of a day, and of all requests of a new account", async () => {
    const actor = await member();
    expect([await needs(actor, 9_999), await needs(actor, 9_990)]).toEqual([false, false]);
    await psp.advance(3 * 86_400);
    expect(await needs(actor, 50)).toBe(true);
    await psp.advance(5 * 86_400);
    const parts = [await needs(actor, 60_000), await needs(actor, 39_950), await needs(actor, 50)];
    expect(parts).toEqual([false, false, true]);
    await psp.advance(25 * 3600);
    expect(await needs(actor, 60_000)).toBe(false);
  });

  it("applies from the second of twelve parallel payments of 199.99 on", async () => {
    const actor = await member();
    const all = await Promise.all(Array.from({ length: 12 }, () => needs(actor, 19_999)));
    expect(all.filter((needed) => !needed)).toHaveLength(1);
  });

  it("counts the attempts of one request once", async () => {
    const actor = await member();
    const claim = claimOf(actor);
    const request = () => Payments.create(actor, newPayment({ amount: 9_000 }), claim);
    await dieBeforeWrite(request);
    await request();
    expect([await needs(actor, 9_000), await needs(actor, 2_000)]).toEqual([false, true]);
  });

  it("does not count a request that was rejected before the provider was called", async () => {
    const actor = await member();
    const merchantId = Ids.create("merchant");
    for (const claim of [undefined, claimOf(actor)]) {
      const refused = Payments.create(actor, newPayment({ amount: 90_000, merchantId }), claim);
      await expect(refused).rejects.toMatchObject({ code: "PAYEE_NOT_FOUND" });
    }
    expect([await needs(actor, 19_999), await needs(actor, 50)]).toEqual([false, true]);
  });

  it("follows the operator's settings", async () => {
    process.env["PAYMENT_APPROVAL_MINOR"] = "7000";
    process.env["PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR"] = "6000";
    process.env["PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS"] = "0";
    const actor = await member();
    expect([await needs(actor, 6999), await needs(actor, 7000)]).toEqual([false, true]);
    for (const name of ["MINOR", "NEW_ACCOUNT_MINOR", "NEW_ACCOUNT_DAYS"])
      delete process.env[`PAYMENT_APPROVAL_${name}`];
  });

  it("is decided by the first attempt, even if the account is no longer new at a repeated attempt", async () => {
    const actor = await member();
    const claim = claimOf(actor);
    await psp.advance(7 * 86_400 - 60);
    const request = () => Payments.create(actor, newPayment({ amount: 20_000, ...visa }), claim);
    await dieBeforeWrite(request);
    await psp.advance(120);
    const payment = await request();
    expect(payment).toMatchObject({ needsApproval: true, status: "requires_capture" });
    expect(await intentsOf(actor)).toEqual([payment.id]);
    expect(await readPayment(payment.id)).toMatchObject({ status: "AWAITING_APPROVAL", needsApproval: true });
    const other = Payments.create(actor, newPayment({ amount: 20_001, ...visa }), {
      ...claim,
      fingerprint: "other",
    });
    await expect(other).rejects.toEqual(errorOf("IDEMPOTENCY_KEY_REUSED"));
  });
});

/** Breaks the connection once, after the provider has handled a request to the path. */
function loseOnce(path: string): { readonly lost: () => number } {
  let lost = 0;
  Psp.configure({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (lost > 0 || !String(input).includes(path)) return response;
      lost++;
      await response.arrayBuffer();
      throw new TypeError("fetch failed");
    },
  });
  return { lost: () => lost };
}

/** An internal error of the provider, which the SDK does not retry. */
const failure = (): Response =>
  new Response(JSON.stringify({ error: { type: "api_error", message: "An unknown error occurred" } }), {
    status: 500,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });

/** Ends the process after the provider's response and before the first write. */
const dieBeforeWrite = (work: () => Promise<unknown>) =>
  expect(
    interleave(database.endpoint, work, ({ operation, body }) => {
      if (operation !== "TransactWriteItems" || !body.includes("TRANSACTION#pi_")) return undefined;
      throw new Error("the process died");
    }),
  ).rejects.toThrow("the process died");

describe("a repeated request", () => {
  it("makes one payment per idempotency key, and is rejected if its content differs", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const request = () => Payments.create(actor, newPayment(visa), claim);
    const all = await Promise.allSettled(Array.from({ length: 4 }, request));
    const results = outcomes(all);
    expect(results.filter((one) => one === "done")).toHaveLength(1);
    expect(["AlreadyDone", "REQUEST_IN_PROGRESS", "done"]).toEqual(
      expect.arrayContaining([...new Set(results)]),
    );
    await expect(request()).rejects.toBeInstanceOf(Idempotency.AlreadyDone);
    expect(await intentsOf(actor)).toHaveLength(1);
    expect(await listTransactions(actor)).toHaveLength(1);
    expect(await availableMinor(actor.userId)).toBe(5000n);
    const other = Payments.create(actor, newPayment({ ...visa, amount: 6000 }), {
      ...claim,
      fingerprint: "other",
    });
    await expect(other).rejects.toEqual(errorOf("IDEMPOTENCY_KEY_REUSED"));
  });

  it("is not necessary if the provider's response is lost: the payment is made once", async () => {
    const actor = newActor();
    const { lost } = loseOnce("/payment_intents");
    const payment = await Payments.create(actor, newPayment(visa), claimOf(actor));
    expect(lost()).toBe(1);
    expect(await intentsOf(actor)).toEqual([payment.id]);
    expect(await availableMinor(actor.userId)).toBe(5000n);
  });

  it("finds the same payment after a crash before the first write", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const request = () => Payments.create(actor, newPayment(visa), claim);
    await dieBeforeWrite(request);
    expect(await listTransactions(actor)).toEqual([]);
    const payment = await request();
    expect(await intentsOf(actor)).toEqual([payment.id]);
    expect(await listTransactions(actor)).toHaveLength(1);
    expect(await availableMinor(actor.userId)).toBe(5000n);
  });

  it.each([1, 25, 167])(
    "finds the same payment %i hours after a crash, with or without the payment's event",
    async (hours) => {
      for (const isDelivered of [false, true]) {
        const actor = newActor();
        const claim = claimOf(actor);
        const request = () => Payments.create(actor, newPayment(visa), claim);
        await dieBeforeWrite(request);
        const [id = ""] = await intentsOf(actor);
        if (isDelivered) await handleEventsOfPayment(psp.events, id);
        await psp.advance(hours * 3600);
        expect(await request()).toMatchObject({ id, status: "succeeded" });
        expect(await intentsOf(actor)).toEqual([id]);
        expect(await listTransactions(actor)).toHaveLength(1);
        expect(await availableMinor(actor.userId)).toBe(5000n);
        await expect(request()).rejects.toBeInstanceOf(Idempotency.AlreadyDone);
      }
    },
  );

  it("succeeds once, in four parallel requests, a day after the provider was unreachable", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const request = () => Payments.create(actor, newPayment(visa), claim);
    Psp.configure({ fetch: async () => failure() });
    await expect(request()).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
    Psp.configure({});
    await psp.advance(25 * 3600);
    const results = outcomes(await Promise.allSettled(Array.from({ length: 4 }, request)));
    expect(results.filter((one) => one === "done")).toHaveLength(1);
    expect(await intentsOf(actor)).toHaveLength(1);
    expect(await availableMinor(actor.userId)).toBe(5000n);
  });

  it("gets the same error a day after the card was declined, without another charge", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const request = () =>
      Payments.create(actor, newPayment({ paymentMethodId: "pm_card_chargeDeclined" }), claim);
    const refused = errorOf("CARD_REFUSED", {
      fields: [
        { field: "card", message: "Your card was declined." },
        { field: "code", message: "card_declined" },
        { field: "declineCode", message: "generic_decline" },
      ],
    });
    await expect(request()).rejects.toEqual(refused);
    await psp.advance(25 * 3600);
    await expect(request()).rejects.toEqual(refused);
    expect(await intentsOf(actor)).toHaveLength(1);
    expect(await listTransactions(actor)).toMatchObject([
      { status: "FAILED", failureReason: "Your card was declined." },
    ]);
  });

  it("finds the charged payment after a crash, even if the card has been locked since", async () => {
    const actor = newActor();
    const setup = await Saving.createSetup(actor);
    await confirmSetup(setup.id, "pm_card_mastercard");
    const { cardId } = await Saving.save(actor, {
      type: "virtual",
      setDefault: true,
      setupIntentId: setup.id,
    });
    const claim = claimOf(actor);
    const request = () => Payments.create(actor, newPayment({ cardId }), claim);
    await dieBeforeWrite(request);
    await changeStatus(cardId, "locked");
    const { id } = await request();
    expect(await intentsOf(actor)).toEqual([id]);
    expect(await readPayment(id)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("is a new request eight days later, since an idempotency key is valid for seven days", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    await dieBeforeWrite(() => Payments.create(actor, newPayment(visa), claim));
    await psp.advance(8 * 86_400);
    await Payments.create(actor, newPayment(visa), claim);
    expect(await intentsOf(actor)).toHaveLength(2);
  });

  it("is rejected as AlreadyDone even if the payment's event was handled before the first response", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const payment = await interleave(
      database.endpoint,
      () => Payments.create(actor, newPayment(visa), claim),
      async ({ operation, body }) => {
        if (operation !== "TransactWriteItems" || !body.includes("TRANSACTION#pi_")) return;
        const [id = ""] = await intentsOf(actor);
        await handleEventsOfPayment(psp.events, id);
      },
    );
    expect(await readPayment(payment.id)).toMatchObject({ status: "SUCCEEDED", createdAt: payment.created });
    expect(await listTransactions(actor)).toHaveLength(1);
    expect(await availableMinor(actor.userId)).toBe(5000n);
    await expect(Payments.create(actor, newPayment(visa), claim)).rejects.toBeInstanceOf(
      Idempotency.AlreadyDone,
    );
  });

  it("is possible after an error of the provider, which leaves no transaction", async () => {
    const actor = newActor();
    Psp.configure({ fetch: async () => failure() });
    await expect(Payments.create(actor, newPayment(visa))).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
    expect(await listTransactions(actor)).toEqual([]);
  });
});
