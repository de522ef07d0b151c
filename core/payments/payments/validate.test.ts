import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
import {
  availableMinor,
  createMerchant,
  handleEventsOfPayment,
  handlePspEvent,
  intentOf,
  outboxEventsOf,
  readPayment,
} from "../../../tests/support/payments.ts";
import { createStaff, createUser } from "../../../tests/support/people.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { errorOf, outcomes } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor, WebActor } from "../../identity/actor.ts";
import { userProfile } from "../../identity/entity.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Users from "../../identity/users.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { awaitingApproval } from "./entity.ts";
import * as Payments from "./index.ts";
import type { AwaitingSecond, Validated } from "./schema.ts";
import type { Action } from "./states.ts";
import { listAwaiting, validate } from "./validate.ts";

/** Decisions of administrators on payments, with the provider's double. */

const database = withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterEach(() => Psp.configure({}));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

let admin: WebActor;
beforeAll(async () => {
  admin = await createStaff("ADMIN");
});
const ask = (
  paymentId: string,
  action: Action,
  by: LiveActor = admin,
  claim?: Idempotency.Claim<Validated | AwaitingSecond>,
) => validate(by, { paymentId, action, reason: "looked at it" }, claim);
/** Decides with one administrator. */
async function decide(...request: Parameters<typeof ask>): Promise<Validated> {
  const outcome = await ask(...request);
  if ("pendingApproval" in outcome) throw new Error("it waits for a second administrator");
  return outcome;
}

/** Creates a payment of 1,000.00, which waits for a decision. */
async function createAwaiting(payer: LiveActor = newActor(), card: string | undefined = "pm_card_visa") {
  const { id, status } = await Payments.create(payer, {
    amount: 100_000,
    currency: "eur",
    description: "A car",
    metadata: {},
    paymentMethodId: card,
  });
  return { payer, id, status };
}
const createUnpaid = async () => {
  const payer = newActor();
  const { id } = await Payments.create(payer, {
    amount: 100_000,
    currency: "eur",
    description: "",
    metadata: {},
  });
  return { payer, id };
};
const atProvider = async (id: string): Promise<string> =>
  (await Psp.call((stripe) => stripe.paymentIntents.retrieve(id))).status;

describe("an approval", () => {
  it("captures and credits the payment, notifies the payer once, and records administrator, time and reason", async () => {
    const { payer, id, status } = await createAwaiting();
    expect(status).toBe("requires_capture");
    expect(await readPayment(id)).toMatchObject({ status: "AWAITING_APPROVAL", cardLast4: "4242" });
    expect(await availableMinor(payer.userId)).toBeUndefined();
    const validated = await decide(id, "approve");
    expect(validated).toEqual({
      id,
      status: "succeeded",
      validatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      validatedBy: admin.userId,
    });
    expect(await availableMinor(payer.userId)).toBe(100_000n);
    const { approval, ...record } = await readPayment(id);
    expect(record).toMatchObject({ status: "SUCCEEDED", amountMinor: 100_000n });
    expect(approval).toEqual({
      action: "approve",
      by: admin.userId,
      at: validated.validatedAt,
      reason: "looked at it",
      doneAt: expect.stringMatching(/Z$/),
    });
    await handleEventsOfPayment(psp.events, id);
    expect(await availableMinor(payer.userId)).toBe(100_000n);
    expect(await outboxEventsOf(id)).toEqual(["payment-approved 1000 EUR"]);
  });

  it("given before the authorization captures the money when the customer authorizes the payment", async () => {
    const { payer, id } = await createUnpaid();
    expect(await decide(id, "approve")).toMatchObject({ status: "requires_payment_method" });
    expect(await readPayment(id)).toMatchObject({ status: "PENDING", approval: { action: "approve" } });
    await expect(decide(id, "approve")).rejects.toEqual(errorOf("ALREADY_DECIDED"));
    await confirm(id);
    await handleEventsOfPayment(psp.events, id);
    expect(await atProvider(id)).toBe("succeeded");
    expect(await readPayment(id)).toMatchObject({
      status: "SUCCEEDED",
      approval: { doneAt: expect.any(String) },
    });
    expect(await availableMinor(payer.userId)).toBe(100_000n);
    expect(await outboxEventsOf(id)).toEqual(["payment-approved 1000 EUR"]);
  });

  it("expires after seven days without an authorization, so that a new decision is needed", async () => {
    const [intime, late] = [await createUnpaid(), await createUnpaid()];
    for (const { id } of [intime, late]) await decide(id, "approve");
    await psp.advance(7 * 86_400 - 60);
    await confirm(intime.id);
    await handleEventsOfPayment(psp.events, intime.id);
    expect(await readPayment(intime.id)).toMatchObject({ status: "SUCCEEDED" });
    await psp.advance(120);
    await confirm(late.id);
    await handleEventsOfPayment(psp.events, late.id);
    expect(await atProvider(late.id)).toBe("requires_capture");
    expect(await readPayment(late.id)).toMatchObject({ status: "AWAITING_APPROVAL" });
    expect(await availableMinor(late.payer.userId)).toBeUndefined();
    const other = await createStaff("ADMIN");
    const all = await Promise.allSettled(
      (["reject", "approve", "reject"] as const).map((action) => decide(late.id, action, other)),
    );
    expect(outcomes(all)).toEqual(["ALREADY_DECIDED", "ALREADY_DECIDED", "done"]);
    const { approval, status } = await readPayment(late.id);
    expect(approval).toMatchObject({ by: other.userId, doneAt: expect.any(String) });
    expect(status).toBe(approval?.action === "approve" ? "SUCCEEDED" : "CANCELED");
  });

  it("flags the payment and credits nothing if more than the authorized amount was captured", async () => {
    const { payer, id } = await createUnpaid();
    await Psp.call((stripe) => stripe.paymentIntents.update(id, { amount: 120_000 }));
    await confirm(id);
    await Psp.call((stripe) => stripe.paymentIntents.capture(id));
    const flagged = errorOf("PAYMENT_FLAGGED", {
      fields: [{ field: "flagged", message: "the provider reports 120000, agreed was 100000" }],
    });
    await expect(decide(id, "approve")).rejects.toEqual(flagged);
    await expect(decide(id, "approve")).rejects.toEqual(flagged);
    expect(await availableMinor(payer.userId)).toBeUndefined();
    expect(await outboxEventsOf(id)).toEqual([]);
  });

  it("credits only the captured part of a partly captured payment", async () => {
    const { payer, id } = await createAwaiting();
    await Psp.call((stripe) => stripe.paymentIntents.capture(id, { amount_to_capture: 90_000 }));
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
    expect(await readPayment(id)).toMatchObject({
      status: "SUCCEEDED",
      amountMinor: 90_000n,
      authorizedMinor: 100_000n,
    });
    await handleEventsOfPayment(psp.events, id);
    expect(await availableMinor(payer.userId)).toBe(90_000n);
    expect(await outboxEventsOf(id)).toEqual(["payment-approved 900 EUR"]);
  });

  it("or rejection fails for a payment that was already captured or canceled at the provider", async () => {
    const { payer, id } = await createAwaiting();
    await Psp.call((stripe) => stripe.paymentIntents.capture(id));
    await expect(decide(id, "reject")).rejects.toEqual(
      errorOf("PAYMENT_CLOSED", { fields: [{ field: "status", message: "succeeded" }] }),
    );
    expect(await availableMinor(payer.userId)).toBe(100_000n);
    const other = await createAwaiting();
    await Psp.call((stripe) => stripe.paymentIntents.cancel(other.id));
    await expect(decide(other.id, "approve")).rejects.toEqual(errorOf("PAYMENT_CLOSED"));
    expect(await readPayment(other.id)).toMatchObject({ status: "CANCELED" });
    expect(await outboxEventsOf(other.id)).toEqual([]);
  });
});

describe("a rejection", () => {
  it("cancels the payment without a credit or refund, and notifies the payer once", async () => {
    const { payer, id } = await createAwaiting();
    expect(await decide(id, "reject")).toMatchObject({ id, status: "canceled", validatedBy: admin.userId });
    await handleEventsOfPayment(psp.events, id);
    expect(await atProvider(id)).toBe("canceled");
    expect(await readPayment(id)).toMatchObject({
      status: "CANCELED",
      refundedMinor: 0n,
      approval: { action: "reject", reason: "looked at it", doneAt: expect.any(String) },
    });
    expect(await availableMinor(payer.userId)).toBeUndefined();
    expect(await outboxEventsOf(id)).toEqual(["payment-rejected 1000 EUR"]);
  });

  it("before the authorization cancels the payment", async () => {
    const { id } = await createUnpaid();
    expect(await decide(id, "reject")).toMatchObject({ status: "canceled" });
    expect((await readPayment(id)).status).toBe("CANCELED");
  });
});

describe("the queue of decisions", () => {
  const queued = async () => {
    const { items } = await listAwaiting(admin, { limit: 100 });
    return items.map(({ transactionId }) => transactionId);
  };

  it("contains each payment that needs a decision until the decision", async () => {
    const [approved, rejected, left] = [
      await createAwaiting(),
      await createAwaiting(),
      await createAwaiting(),
    ];
    const before = await createUnpaid();
    expect(await queued()).toEqual(expect.arrayContaining([approved.id, rejected.id, left.id, before.id]));
    await decide(approved.id, "approve");
    await decide(rejected.id, "reject");
    await decide(before.id, "approve");
    const now = await queued();
    expect(now).toContain(left.id);
    for (const { id } of [approved, rejected, before]) expect(now).not.toContain(id);
    const items = await Table.queryAll({ pk: awaitingApproval.partition({}) });
    const stored = items.map((item) => item["transactionId"]);
    expect([stored.includes(approved.id), stored.includes(rejected.id)]).toEqual([false, false]);
    await expect(listAwaiting(await createStaff("EMPLOYE"), { limit: 1 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("returns each payment once, page by page", async () => {
    const all = await queued();
    const first = await listAwaiting(admin, { limit: 1 });
    const second = await listAwaiting(admin, { limit: 100, after: first.next?.transactionId });
    expect([...first.items, ...second.items].map((one) => one.transactionId)).toEqual(all);
    const unknown = listAwaiting(admin, { limit: 100, after: "pi_unknown" });
    await expect(unknown).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      details: { fields: [{ field: "after" }] },
    });
  });
});

describe("a decision", () => {
  describe("with the four-eyes setting", () => {
    beforeAll(() => {
      process.env["PAYMENT_APPROVAL_FOUR_EYES"] = "true";
    });
    afterAll(() => {
      delete process.env["PAYMENT_APPROVAL_FOUR_EYES"];
    });

    it.each(["approve", "reject"] as const)(
      "to %s is rejected for an administrator who is payer or recipient of the payment",
      async (action) => {
        const [first, owner] = [onWeb(await createUser("ADMIN")), onWeb(await createUser("ADMIN"))];
        const mine = await createAwaiting(admin);
        await expect(decide(mine.id, action)).rejects.toEqual(errorOf("OWN_PAYMENT"));
        const { merchantId } = await createMerchant(owner);
        const { id } = await Payments.create(newActor(), {
          amount: 100_000,
          currency: "eur",
          description: "A car",
          metadata: {},
          paymentMethodId: "pm_card_visa",
          merchantId,
        });
        await expect(decide(id, action, owner)).rejects.toEqual(errorOf("OWN_PAYMENT"));
        expect((await readPayment(id)).approval).toBeUndefined();
        const status = action === "approve" ? "succeeded" : "canceled";
        const third = await createStaff("ADMIN");
        if (action === "approve") {
          await expect(ask(mine.id, action, owner)).resolves.toHaveProperty("pendingApproval");
          await expect(ask(id, action, first)).resolves.toHaveProperty("pendingApproval");
          expect(await decide(mine.id, action, third)).toMatchObject({ status });
          expect(await decide(id, action, third)).toMatchObject({ status });
        } else {
          expect(await decide(mine.id, action, owner)).toMatchObject({ status });
          expect(await decide(id, action)).toMatchObject({ status });
        }
        await expect(decide(mine.id, action)).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
      },
    );

    it("to approve needs two administrators, and counts one of six parallel second approvals", async () => {
      const { id, payer } = await createAwaiting();
      const admin = onWeb(await createUser("ADMIN"));
      const first = await ask(id, "approve", admin);
      expect(first).toMatchObject({ id, pendingApproval: { by: admin.userId } });
      expect(await ask(id, "approve", admin)).toEqual(first);
      expect([await atProvider(id), await availableMinor(payer.userId)]).toEqual([
        "requires_capture",
        undefined,
      ]);
      const others = await Promise.all(Array.from({ length: 6 }, () => createStaff("ADMIN")));
      const codes = outcomes(await Promise.allSettled(others.map((other) => decide(id, "approve", other))));
      expect(codes.filter((code) => code === "done")).toHaveLength(1);
      expect(await availableMinor(payer.userId)).toBe(100_000n);
      const { approval, firstApproval } = await readPayment(id);
      expect([approval?.by === admin.userId, firstApproval]).toEqual([false, undefined]);
      const { items } = await Trail.list({ limit: 9 }, payer.userId);
      expect(items.map(({ deed, by, about }) => [deed, by, about["firstApprovedBy"]])).toEqual([
        ["payment-decided", approval?.by, admin.userId],
        ["payment-approval-asked", admin.userId, undefined],
      ]);
    });

    it("does not count a first approval whose author's account is deleted, and records the second as the first", async () => {
      const { id, payer } = await createAwaiting();
      const deleted = await createStaff("ADMIN");
      await ask(id, "approve", deleted);
      await Table.remove(userProfile.key(deleted));
      const two = onWeb(await createUser("ADMIN"));
      expect(await ask(id, "approve", two)).toMatchObject({ pendingApproval: { by: two.userId } });
      expect(await availableMinor(payer.userId)).toBeUndefined();
    });

    it("does not count a first approval that is 24 hours old or whose author lost the role", async () => {
      const [one, two] = [onWeb(await createUser("ADMIN")), onWeb(await createUser("ADMIN"))];
      await createUser("ADMIN");
      const [late, orphan] = [await createAwaiting(), await createAwaiting()];
      await ask(late.id, "approve", one);
      await psp.advance(25 * 3600);
      expect(await ask(late.id, "approve", two)).toMatchObject({ pendingApproval: { by: two.userId } });
      await ask(orphan.id, "approve", one);
      await Users.setRole(one.userId, "EMPLOYE");
      expect(await ask(orphan.id, "approve", two)).toMatchObject({ pendingApproval: { by: two.userId } });
      await expect(ask(orphan.id, "approve", one)).rejects.toMatchObject({ code: "FORBIDDEN" });
    });

    it("to reject needs one administrator, even if a first approval exists", async () => {
      const { id } = await createAwaiting();
      await ask(id, "approve");
      expect(await decide(id, "reject", await createStaff("ADMIN"))).toMatchObject({ status: "canceled" });
    });
  });

  it("without the four-eyes setting can be made by an administrator on an own payment", async () => {
    const { id } = await createAwaiting(admin);
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
  });

  it("is final: a second decision is rejected with the details of the first", async () => {
    const other = await createStaff("ADMIN");
    for (const first of ["approve", "reject"] as const) {
      const { id } = await createAwaiting();
      const { validatedAt } = await decide(id, first);
      for (const second of ["approve", "reject"] as const)
        await expect(decide(id, second, other)).rejects.toEqual(
          errorOf("ALREADY_DECIDED", {
            fields: [
              { field: "action", message: first },
              { field: "validatedAt", message: validatedAt },
              { field: "validatedBy", message: admin.userId },
            ],
          }),
        );
    }
  });

  it("is made once under six parallel approvals and rejections", async () => {
    const { payer, id } = await createAwaiting();
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, async (_, i) =>
        decide(id, i % 2 === 0 ? "approve" : "reject", await createStaff("ADMIN")),
      ),
    );
    expect(outcomes(all)).toEqual([...Array(5).fill("ALREADY_DECIDED"), "done"]);
    const { status, approval } = await readPayment(id);
    const approved = approval?.action === "approve";
    expect(status).toBe(approved ? "SUCCEEDED" : "CANCELED");
    expect(await availableMinor(payer.userId)).toBe(approved ? 100_000n : undefined);
    expect(await outboxEventsOf(id)).toHaveLength(1);
  });

  it.each(["approve", "reject"] as const)(
    "to %s can be repeated by any administrator, but not reversed, if the provider fails to execute it",
    async (action) => {
      const { id } = await createAwaiting();
      Psp.configure({ fetch: async () => failure() });
      await expect(decide(id, action)).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
      Psp.configure({});
      expect(await readPayment(id)).toMatchObject({ status: "AWAITING_APPROVAL" });
      const opposite = action === "approve" ? "reject" : "approve";
      await expect(decide(id, opposite)).rejects.toEqual(errorOf("ALREADY_DECIDED"));
      const status = action === "approve" ? "succeeded" : "canceled";
      expect(await decide(id, action, await createStaff("ADMIN"))).toMatchObject({
        status,
        validatedBy: admin.userId,
      });
      await expect(decide(id, action)).rejects.toEqual(errorOf("ALREADY_DECIDED"));
      expect(await outboxEventsOf(id)).toHaveLength(1);
    },
  );

  it("is finished by a retry if the provider executed it and its response was lost", async () => {
    const { payer, id } = await createAwaiting();
    Psp.configure({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        return init?.method === "POST" ? failure() : response;
      },
    });
    await expect(decide(id, "approve")).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
    Psp.configure({});
    expect(await atProvider(id)).toBe("succeeded");
    expect(await availableMinor(payer.userId)).toBeUndefined();
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
    expect(await availableMinor(payer.userId)).toBe(100_000n);
  });

  it("can be retried a minute after its process ended, but not before", async () => {
    const { payer, id } = await createAwaiting();
    let transactions = 0;
    const dying = interleave(
      database.endpoint,
      () => decide(id, "approve"),
      ({ operation }) => {
        // The decision is recorded and the money taken, but the process ends before the next write.
        if (operation === "TransactWriteItems") transactions++;
        if (transactions > 1) throw new Error("the process died");
        return undefined;
      },
    );
    await expect(dying).rejects.toThrow("the process died");
    expect(await atProvider(id)).toBe("succeeded");
    await expect(decide(id, "approve")).rejects.toEqual(errorOf("ALREADY_DECIDED"));
    await psp.advance(61);
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
    expect(await availableMinor(payer.userId)).toBe(100_000n);
  });

  it("is rejected while another decision is executed", async () => {
    const { id } = await createAwaiting();
    let met: unknown;
    psp.during = async (_, path) => {
      if (!path.endsWith("/capture")) return;
      met = await decide(id, "approve").catch((error: unknown) => error);
    };
    await decide(id, "approve");
    psp.during = undefined;
    expect(met).toEqual(errorOf("ALREADY_DECIDED"));
  });

  it.each(["first", "repeated"])(
    "is executed even if the database's response to its write is lost (%s attempt)",
    async (which) => {
      const { id } = await createAwaiting();
      if (which === "repeated") {
        Psp.configure({ fetch: async () => failure() });
        await expect(decide(id, "approve")).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
        Psp.configure({});
      }
      const { lost } = loseResponses(
        database.endpoint,
        (operation, body) =>
          /^(UpdateItem|TransactWriteItems)$/.test(operation) && body.includes("busyBy") && lost() === 0,
      );
      try {
        expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
      } finally {
        Table.configure(clientConfig(database.endpoint));
      }
      expect(lost()).toBe(1);
    },
  );

  it("records its response under the idempotency key", async () => {
    const { id } = await createAwaiting();
    const claim = Idempotency.claim<Validated>(admin.userId, "payments.validate", "key-1", { id });
    const result = await decide(id, "approve", admin, claim);
    expect(Idempotency.replay(claim, await Table.get(claim.key))).toEqual({ result });
  });

  it("is rejected for an unknown or canceled payment, and for a payment that needs no decision", async () => {
    await expect(decide("pi_nowhere", "approve")).rejects.toEqual(errorOf("PAYMENT_NOT_FOUND"));
    const payer = newActor();
    const small = await Payments.create(payer, {
      amount: 5000,
      currency: "eur",
      description: "",
      metadata: {},
      paymentMethodId: "pm_card_visa",
    });
    await expect(decide(small.id, "approve")).rejects.toEqual(errorOf("APPROVAL_NOT_NEEDED"));
    const { id } = await createAwaiting();
    await Psp.call((stripe) => stripe.paymentIntents.cancel(id));
    await handleEventsOfPayment(psp.events, id);
    await expect(decide(id, "reject")).rejects.toEqual(errorOf("PAYMENT_CLOSED"));
  });
});

describe("an authorization", () => {
  const capturable = (intent: ReturnType<typeof intentOf>, at: number) =>
    handlePspEvent("payment_intent.amount_capturable_updated", intent, at);
  const failed = (intent: ReturnType<typeof intentOf>, at: number) =>
    handlePspEvent("payment_intent.payment_failed", intent, at);

  it("prevails over a failure by the provider's time, in any order of the events", async () => {
    const later = "a later event prevails";
    const manual = () => intentOf(newActor(), { metadata: { svc_approval: "manual" } });
    const [first, second] = [manual(), manual()];
    expect([await failed(first, 100), await capturable(first, 200)]).toEqual([
      "failed",
      "waits for an approval",
    ]);
    expect([await capturable(second, 200), await failed(second, 100)]).toEqual([
      "waits for an approval",
      later,
    ]);
    for (const { id } of [first, second])
      expect(await readPayment(id)).toMatchObject({ status: "AWAITING_APPROVAL" });
    expect([await failed(first, 300), await capturable(first, 200)]).toEqual(["failed", later]);
    expect((await readPayment(first.id)).status).toBe("FAILED");
  });

  it("does not replace a later authorization if its event arrives late", async () => {
    const intent = intentOf(newActor(), { metadata: { svc_approval: "manual" } });
    await capturable(intent, 300);
    expect(await capturable(intent, 100)).toBe("a later event prevails");
    expect(await failed(intent, 200)).toBe("a later event prevails");
    expect(await readPayment(intent.id)).toMatchObject({
      status: "AWAITING_APPROVAL",
      authorizedAtSeconds: 300n,
    });
  });

  it("changes nothing for a payment that needs no approval", async () => {
    const intent = intentOf(newActor());
    expect(await capturable(intent, 100)).toBe("needs no approval");
    expect((await readPayment(intent.id)).status).toBe("PENDING");
  });
});

/** An internal error of the provider, which the SDK does not retry. */
const failure = (): Response =>
  new Response(JSON.stringify({ error: { type: "api_error", message: "An unknown error occurred" } }), {
    status: 500,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });
