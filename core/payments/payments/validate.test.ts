import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { loseAnswers } from "../../../tests/support/lost-answers.ts";
import {
  free,
  intentOf,
  lettersOf,
  merchantOf,
  recordOf,
  tell,
  told,
} from "../../../tests/support/payments.ts";
import { person } from "../../../tests/support/people.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { errorOf, outcomes } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Users from "../../identity/users.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { awaitingApproval } from "./entity.ts";
import * as Payments from "./index.ts";
import type { AwaitingSecond, Validated } from "./schema.ts";
import type { Action } from "./states.ts";
import { awaiting, validate } from "./validate.ts";

/** Decisions on payments that need one, with the provider's double. */

const database = withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterEach(() => Psp.configure({}));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const admin = someone("ADMIN");
const ask = (
  paymentId: string,
  action: Action,
  by: LiveActor = admin,
  claim?: Idempotency.Claim<Validated | AwaitingSecond>,
) => validate(by, { paymentId, action, reason: "looked at it" }, claim);
/** A decision that takes one administrator. */
async function decide(...asked: Parameters<typeof ask>): Promise<Validated> {
  const outcome = await ask(...asked);
  if ("pendingApproval" in outcome) throw new Error("it waits for a second administrator");
  return outcome;
}

/** A payment of 1,000.00 that waits for a decision. */
async function waiting(payer: LiveActor = someone(), card: string | undefined = "pm_card_visa") {
  const { id, status } = await Payments.create(payer, {
    amount: 100_000,
    currency: "eur",
    description: "A car",
    metadata: {},
    paymentMethodId: card,
  });
  return { payer, id, status };
}
const unpaid = async () => {
  const payer = someone();
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

describe("approving", () => {
  it("takes the money, credits it and tells the payer, once; who, when and why are kept", async () => {
    const { payer, id, status } = await waiting();
    expect(status).toBe("requires_capture");
    expect(await recordOf(id)).toMatchObject({ status: "AWAITING_APPROVAL", cardLast4: "4242" });
    expect(await free(payer.userId)).toBeUndefined();
    const validated = await decide(id, "approve");
    expect(validated).toEqual({
      id,
      status: "succeeded",
      validatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      validatedBy: admin.userId,
    });
    expect(await free(payer.userId)).toBe(100_000n);
    const { approval, ...record } = await recordOf(id);
    expect(record).toMatchObject({ status: "SUCCEEDED", amountMinor: 100_000n });
    expect(approval).toEqual({
      action: "approve",
      by: admin.userId,
      at: validated.validatedAt,
      reason: "looked at it",
      doneAt: expect.stringMatching(/Z$/),
    });
    await tell(psp.events, id);
    expect(await free(payer.userId)).toBe(100_000n);
    expect(await lettersOf(id)).toEqual(["payment-approved 1000 EUR"]);
  });

  it("before the customer has authorised is kept, and the money is taken when that comes", async () => {
    const { payer, id } = await unpaid();
    expect(await decide(id, "approve")).toMatchObject({ status: "requires_payment_method" });
    expect(await recordOf(id)).toMatchObject({ status: "PENDING", approval: { action: "approve" } });
    await expect(decide(id, "approve")).rejects.toEqual(errorOf("ALREADY_DECIDED"));
    await confirm(id);
    await tell(psp.events, id);
    expect(await atProvider(id)).toBe("succeeded");
    expect(await recordOf(id)).toMatchObject({
      status: "SUCCEEDED",
      approval: { doneAt: expect.any(String) },
    });
    expect(await free(payer.userId)).toBe(100_000n);
    expect(await lettersOf(id)).toEqual(["payment-approved 1000 EUR"]);
  });

  it("before the customer has authorised holds for seven days: after that the payment waits for a new decision", async () => {
    const [intime, late] = [await unpaid(), await unpaid()];
    for (const { id } of [intime, late]) await decide(id, "approve");
    await psp.advance(7 * 86_400 - 60);
    await confirm(intime.id);
    await tell(psp.events, intime.id);
    expect(await recordOf(intime.id)).toMatchObject({ status: "SUCCEEDED" });
    await psp.advance(120);
    await confirm(late.id);
    await tell(psp.events, late.id);
    expect(await atProvider(late.id)).toBe("requires_capture");
    expect(await recordOf(late.id)).toMatchObject({ status: "AWAITING_APPROVAL" });
    expect(await free(late.payer.userId)).toBeUndefined();
    const other = someone("ADMIN");
    const all = await Promise.allSettled(
      (["reject", "approve", "reject"] as const).map((action) => decide(late.id, action, other)),
    );
    expect(outcomes(all)).toEqual(["ALREADY_DECIDED", "ALREADY_DECIDED", "done"]);
    const { approval, status } = await recordOf(late.id);
    expect(approval).toMatchObject({ by: other.userId, doneAt: expect.any(String) });
    expect(status).toBe(approval?.action === "approve" ? "SUCCEEDED" : "CANCELED");
  });

  it("of a payment of which another amount was taken is refused: flagged, with what differs, and nothing is credited", async () => {
    const { payer, id } = await unpaid();
    await Psp.call((stripe) => stripe.paymentIntents.update(id, { amount: 120_000 }));
    await confirm(id);
    await Psp.call((stripe) => stripe.paymentIntents.capture(id));
    const flagged = errorOf("PAYMENT_FLAGGED", {
      fields: [{ field: "flagged", message: "the provider says 120000, agreed was 100000" }],
    });
    await expect(decide(id, "approve")).rejects.toEqual(flagged);
    await expect(decide(id, "approve")).rejects.toEqual(flagged);
    expect(await free(payer.userId)).toBeUndefined();
    expect(await lettersOf(id)).toEqual([]);
  });

  it("of a payment of which a part was captured credits that part, and tells the payer of it", async () => {
    const { payer, id } = await waiting();
    await Psp.call((stripe) => stripe.paymentIntents.capture(id, { amount_to_capture: 90_000 }));
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
    expect(await recordOf(id)).toMatchObject({
      status: "SUCCEEDED",
      amountMinor: 90_000n,
      authorizedMinor: 100_000n,
    });
    await tell(psp.events, id);
    expect(await free(payer.userId)).toBe(90_000n);
    expect(await lettersOf(id)).toEqual(["payment-approved 900 EUR"]);
  });

  it("of a payment that was captured by other means is told that it is over, and that is credited", async () => {
    const { payer, id } = await waiting();
    await Psp.call((stripe) => stripe.paymentIntents.capture(id));
    await expect(decide(id, "reject")).rejects.toEqual(
      errorOf("PAYMENT_CLOSED", { fields: [{ field: "status", message: "succeeded" }] }),
    );
    expect(await free(payer.userId)).toBe(100_000n);
    const other = await waiting();
    await Psp.call((stripe) => stripe.paymentIntents.cancel(other.id));
    await expect(decide(other.id, "approve")).rejects.toEqual(errorOf("PAYMENT_CLOSED"));
    expect(await recordOf(other.id)).toMatchObject({ status: "CANCELED" });
    expect(await lettersOf(other.id)).toEqual([]);
  });
});

describe("rejecting", () => {
  it("calls the payment off and tells the payer, once; nothing is credited or refunded", async () => {
    const { payer, id } = await waiting();
    expect(await decide(id, "reject")).toMatchObject({ id, status: "canceled", validatedBy: admin.userId });
    await tell(psp.events, id);
    expect(await atProvider(id)).toBe("canceled");
    expect(await recordOf(id)).toMatchObject({
      status: "CANCELED",
      refundedMinor: 0n,
      approval: { action: "reject", reason: "looked at it", doneAt: expect.any(String) },
    });
    expect(await free(payer.userId)).toBeUndefined();
    expect(await lettersOf(id)).toEqual(["payment-rejected 1000 EUR"]);
  });

  it("before the customer has authorised leaves nothing to pay", async () => {
    const { id } = await unpaid();
    expect(await decide(id, "reject")).toMatchObject({ status: "canceled" });
    expect((await recordOf(id)).status).toBe("CANCELED");
  });
});

describe("the queue", () => {
  const queued = async () => {
    const { items } = await awaiting(admin, { limit: 100 });
    return items.map(({ transactionId }) => transactionId);
  };

  it("has each payment that waits for a decision, until it is made, and none that is over", async () => {
    const [approved, rejected, left] = [await waiting(), await waiting(), await waiting()];
    const before = await unpaid();
    expect(await queued()).toEqual(expect.arrayContaining([approved.id, rejected.id, left.id, before.id]));
    await decide(approved.id, "approve");
    await decide(rejected.id, "reject");
    await decide(before.id, "approve");
    const now = await queued();
    expect(now).toContain(left.id);
    for (const { id } of [approved, rejected, before]) expect(now).not.toContain(id);
    const items = await Table.queryAll({ pk: awaitingApproval.partition({}) });
    const kept = items.map((item) => item["transactionId"]);
    expect([kept.includes(approved.id), kept.includes(rejected.id)]).toEqual([false, false]);
    await expect(awaiting(someone("EMPLOYE"), { limit: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is told page by page, each payment once", async () => {
    const all = await queued();
    const first = await awaiting(admin, { limit: 1 });
    const second = await awaiting(admin, { limit: 100, after: first.next?.transactionId });
    expect([...first.items, ...second.items].map((one) => one.transactionId)).toEqual(all);
  });
});

describe("a decision", () => {
  describe("where four eyes are wanted", () => {
    beforeAll(() => {
      process.env["PAYMENT_APPROVAL_FOUR_EYES"] = "true";
    });
    afterAll(() => {
      delete process.env["PAYMENT_APPROVAL_FOUR_EYES"];
    });

    it.each(["approve", "reject"] as const)(
      "to %s is not for the administrator who pays or is paid",
      async (action) => {
        const mine = await waiting(admin);
        await expect(decide(mine.id, action)).rejects.toEqual(errorOf("OWN_PAYMENT"));
        const owner = someone("ADMIN");
        const { merchantId } = await merchantOf(owner);
        const { id } = await Payments.create(someone(), {
          amount: 100_000,
          currency: "eur",
          description: "A car",
          metadata: {},
          paymentMethodId: "pm_card_visa",
          merchantId,
        });
        await expect(decide(id, action, owner)).rejects.toEqual(errorOf("OWN_PAYMENT"));
        expect((await recordOf(id)).approval).toBeUndefined();
        const status = action === "approve" ? "succeeded" : "canceled";
        const third = someone("ADMIN");
        if (action === "approve") {
          await expect(ask(mine.id, action, owner)).resolves.toHaveProperty("pendingApproval");
          await expect(ask(id, action)).resolves.toHaveProperty("pendingApproval");
          expect(await decide(mine.id, action, third)).toMatchObject({ status });
          expect(await decide(id, action, third)).toMatchObject({ status });
        } else {
          expect(await decide(mine.id, action, owner)).toMatchObject({ status });
          expect(await decide(id, action)).toMatchObject({ status });
        }
        await expect(decide(mine.id, action)).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
      },
    );

    it("to approve takes two administrators, the second of them once however many there are at once", async () => {
      const { id, payer } = await waiting();
      const first = await ask(id, "approve");
      expect(first).toMatchObject({ id, pendingApproval: { by: admin.userId } });
      expect(await ask(id, "approve")).toEqual(first);
      expect([await atProvider(id), await free(payer.userId)]).toEqual(["requires_capture", undefined]);
      const others = Array.from({ length: 6 }, () => someone("ADMIN"));
      const codes = outcomes(await Promise.allSettled(others.map((other) => decide(id, "approve", other))));
      expect(codes.filter((code) => code === "done")).toHaveLength(1);
      expect(await free(payer.userId)).toBe(100_000n);
      const { approval, firstApproval } = await recordOf(id);
      expect([approval?.by === admin.userId, firstApproval]).toEqual([false, undefined]);
      const { items } = await Trail.list({ limit: 9 }, payer.userId);
      expect(items.map(({ deed, by, about }) => [deed, by, about["firstApprovedBy"]])).toEqual([
        ["payment-decided", approval?.by, admin.userId],
        ["payment-approval-asked", admin.userId, undefined],
      ]);
    });

    it("a first approval ends after 24 hours, and with the role of whoever gave it", async () => {
      const [one, two] = [onWeb(await person("ADMIN")), onWeb(await person("ADMIN"))];
      await person("ADMIN");
      const [late, orphan] = [await waiting(), await waiting()];
      await ask(late.id, "approve", one);
      await psp.advance(25 * 3600);
      expect(await ask(late.id, "approve", two)).toMatchObject({ pendingApproval: { by: two.userId } });
      await ask(orphan.id, "approve", one);
      await Users.setRole(one.userId, "EMPLOYE");
      expect(await ask(orphan.id, "approve", two)).toMatchObject({ pendingApproval: { by: two.userId } });
      await expect(ask(orphan.id, "approve", one)).rejects.toMatchObject({ code: "FORBIDDEN" });
    });

    it("a rejection takes one, also where an approval waits for its second", async () => {
      const { id } = await waiting();
      await ask(id, "approve");
      expect(await decide(id, "reject", someone("ADMIN"))).toMatchObject({ status: "canceled" });
    });
  });

  it("may be of the only administrator on his own payment, unless four eyes are wanted", async () => {
    const { id } = await waiting(admin);
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
  });

  it("is one: the second is refused, whatever it is, and told of the first", async () => {
    const other = someone("ADMIN");
    for (const first of ["approve", "reject"] as const) {
      const { id } = await waiting();
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

  it("of six at once, in both directions, is one", async () => {
    const { payer, id } = await waiting();
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => decide(id, i % 2 === 0 ? "approve" : "reject", someone("ADMIN"))),
    );
    expect(outcomes(all)).toEqual([...Array(5).fill("ALREADY_DECIDED"), "done"]);
    const { status, approval } = await recordOf(id);
    const approved = approval?.action === "approve";
    expect(status).toBe(approved ? "SUCCEEDED" : "CANCELED");
    expect(await free(payer.userId)).toBe(approved ? 100_000n : undefined);
    expect(await lettersOf(id)).toHaveLength(1);
  });

  it.each(["approve", "reject"] as const)(
    "to %s that the provider could not carry out can be repeated, by anybody, but not turned around",
    async (action) => {
      const { id } = await waiting();
      Psp.configure({ fetch: async () => failure() });
      await expect(decide(id, action)).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
      Psp.configure({});
      expect(await recordOf(id)).toMatchObject({ status: "AWAITING_APPROVAL" });
      const opposite = action === "approve" ? "reject" : "approve";
      await expect(decide(id, opposite)).rejects.toEqual(errorOf("ALREADY_DECIDED"));
      const status = action === "approve" ? "succeeded" : "canceled";
      expect(await decide(id, action, someone("ADMIN"))).toMatchObject({ status, validatedBy: admin.userId });
      await expect(decide(id, action)).rejects.toEqual(errorOf("ALREADY_DECIDED"));
      expect(await lettersOf(id)).toHaveLength(1);
    },
  );

  it("whose provider did it but whose answer was lost for good is finished by its repetition", async () => {
    const { payer, id } = await waiting();
    Psp.configure({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        return init?.method === "POST" ? failure() : response;
      },
    });
    await expect(decide(id, "approve")).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
    Psp.configure({});
    expect(await atProvider(id)).toBe("succeeded");
    expect(await free(payer.userId)).toBeUndefined();
    expect(await decide(id, "approve")).toMatchObject({ status: "succeeded" });
    expect(await free(payer.userId)).toBe(100_000n);
  });

  it("whose process died can be taken up again after a minute, and no sooner", async () => {
    const { payer, id } = await waiting();
    let transactions = 0;
    const dying = interleave(
      database.endpoint,
      () => decide(id, "approve"),
      ({ operation }) => {
        // After the one that records the decision the money is taken, and not a word of it is written any more.
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
    expect(await free(payer.userId)).toBe(100_000n);
  });

  it("while another one is being carried out is refused", async () => {
    const { id } = await waiting();
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
    "whose write was answered by nobody goes on all the same: %s",
    async (which) => {
      const { id } = await waiting();
      if (which === "repeated") {
        Psp.configure({ fetch: async () => failure() });
        await expect(decide(id, "approve")).rejects.toEqual(errorOf("PROVIDER_UNAVAILABLE"));
        Psp.configure({});
      }
      const { lost } = loseAnswers(
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

  it("keeps its answer under the client's key", async () => {
    const { id } = await waiting();
    const claim = Idempotency.claim<Validated>(admin.userId, "payments.validate", "key-1", { id });
    const result = await decide(id, "approve", admin, claim);
    expect(Idempotency.replay(claim, await Table.get(claim.key))).toEqual({ result });
  });

  it("on what is no payment, needs none, or is over, is refused with its reason", async () => {
    await expect(decide("pi_nowhere", "approve")).rejects.toEqual(errorOf("PAYMENT_NOT_FOUND"));
    const payer = someone();
    const small = await Payments.create(payer, {
      amount: 5000,
      currency: "eur",
      description: "",
      metadata: {},
      paymentMethodId: "pm_card_visa",
    });
    await expect(decide(small.id, "approve")).rejects.toEqual(errorOf("APPROVAL_NOT_NEEDED"));
    const { id } = await waiting();
    await Psp.call((stripe) => stripe.paymentIntents.cancel(id));
    await tell(psp.events, id);
    await expect(decide(id, "reject")).rejects.toEqual(errorOf("PAYMENT_CLOSED"));
  });
});

describe("an authorisation", () => {
  const capturable = (intent: ReturnType<typeof intentOf>, at: number) =>
    told("payment_intent.amount_capturable_updated", intent, at);
  const failed = (intent: ReturnType<typeof intentOf>, at: number) =>
    told("payment_intent.payment_failed", intent, at);

  it("counts against a failure by the provider's time, in whatever order the two come", async () => {
    const later = "later than what is known";
    const manual = () => intentOf(someone(), { metadata: { svc_approval: "manual" } });
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
      expect(await recordOf(id)).toMatchObject({ status: "AWAITING_APPROVAL" });
    expect([await failed(first, 300), await capturable(first, 200)]).toEqual(["failed", later]);
    expect((await recordOf(first.id)).status).toBe("FAILED");
  });

  it("that is heard of late does not make an earlier one of a later", async () => {
    const intent = intentOf(someone(), { metadata: { svc_approval: "manual" } });
    await capturable(intent, 300);
    expect(await capturable(intent, 100)).toBe("later than what is known");
    expect(await failed(intent, 200)).toBe("later than what is known");
    expect(await recordOf(intent.id)).toMatchObject({
      status: "AWAITING_APPROVAL",
      authorizedAtSeconds: 300n,
    });
  });

  it("of a payment that needs no approval changes nothing", async () => {
    const intent = intentOf(someone());
    expect(await capturable(intent, 100)).toBe("needs no approval");
    expect((await recordOf(intent.id)).status).toBe("PENDING");
  });
});

/** What the provider says when it is broken; the SDK is told not to try again. */
const failure = (): Response =>
  new Response(JSON.stringify({ error: { type: "api_error", message: "An unknown error occurred" } }), {
    status: 500,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });
