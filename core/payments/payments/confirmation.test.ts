import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  handleEventsOfPayment,
  listTransactions,
  outboxEventsOf,
  readPayment,
} from "../../../tests/support/payments.ts";
import { createStaff } from "../../../tests/support/people.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import { walletId } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Payments from "./index.ts";
import { validate } from "./validate.ts";

/**
 * The provider reports a payment by an event and by its response to the confirmation, in any order. The provider's
 * double delivers its events before its response, with it or after it.
 */

withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterEach(() => {
  vi.unstubAllGlobals();
  Psp.configure({});
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const newPayment = { amount: 5000, currency: "eur", description: "Lunch", metadata: {} } as const;

/** A way to confirm a payment: the last call at the provider, and the response without its unique fields. */
interface Way {
  readonly call: RegExp;
  readonly amountMinor: bigint;
  readonly notifications: readonly string[];
  begin(payer: LiveActor): Promise<() => Promise<{ readonly id: string; readonly answer: unknown }>>;
}

const ways: Readonly<Record<string, Way>> = {
  "a request that charges its card": {
    call: /\/v1\/payment_intents$/,
    amountMinor: 5000n,
    notifications: ["top-up-completed 50 EUR"],
    begin: async (payer) => async () => {
      const { id, clientSecret, created, ...answer } = await Payments.create(payer, {
        ...newPayment,
        paymentMethodId: "pm_card_visa",
      });
      expect([clientSecret, created]).toEqual([expect.stringMatching(/_secret_/), expect.any(String)]);
      return { id, answer };
    },
  },
  "its client at the provider": {
    call: /\/confirm$/,
    amountMinor: 5000n,
    notifications: ["top-up-completed 50 EUR"],
    async begin(payer) {
      const { id } = await Payments.create(payer, newPayment);
      return async () => ({ id, answer: await confirm(id) });
    },
  },
  "an administrator's approval": {
    call: /\/capture$/,
    amountMinor: 100_000n,
    notifications: ["payment-approved 1000 EUR"],
    async begin(payer) {
      const admin = await createStaff("ADMIN");
      const { id } = await Payments.create(payer, {
        ...newPayment,
        amount: 100_000,
        paymentMethodId: "pm_card_visa",
      });
      return async () => {
        const decided = await validate(admin, { paymentId: id, action: "approve", reason: "" });
        return { id, answer: { status: "status" in decided ? decided.status : "" } };
      };
    },
  },
};

/** Runs `between` after the provider's response to a call and before the caller receives it. */
function onAnswer(call: RegExp, between: (paymentId: string) => Promise<void>): void {
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (...[input, init]: Parameters<typeof fetch>) => {
    const answer = await real(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (init?.method !== "POST" || !call.test(new URL(url).pathname)) return answer;
    const { id } = (await answer.clone().json()) as { readonly id: string };
    await between(id);
    return answer;
  });
  // By default core uses another HTTP client of Node.
  Psp.configure({ fetch: globalThis.fetch });
}

/** Returns the response of a confirmation if the events of its payment are handled then. */
async function confirmWithEvents(
  { call, begin, amountMinor, notifications }: Way,
  when: "before" | "with" | "after",
) {
  const payer = newActor();
  const finish = await begin(payer);
  let events: Promise<void> | undefined;
  let calls = 0;
  onAnswer(call, async (id) => {
    // The handler of an event may send the same request again.
    if (calls++ > 0 || when === "after") return;
    events = handleEventsOfPayment(psp.events, id);
    if (when === "before") await events;
  });
  const { id, answer } = await finish();
  expect(calls).toBeGreaterThan(0);
  await events;
  // The provider delivers an event again if it received no response.
  await handleEventsOfPayment(psp.events, id);

  expect(await availableMinor(payer.userId)).toBe(amountMinor);
  expect(await readPayment(id)).toMatchObject({
    status: "SUCCEEDED",
    amountMinor,
    entryId: expect.any(String),
  });
  expect(await listTransactions(payer)).toHaveLength(1);
  expect(await Ledger.history(walletId("live", payer.userId, "EUR"), 10)).toHaveLength(1);
  expect(await outboxEventsOf(id)).toEqual(notifications);
  return answer;
}

describe.each(Object.entries(ways))("a payment that is confirmed by %s", (_, way) => {
  it("is credited once, with the same response, if its event is handled before, with or after the response", async () => {
    const answers = [];
    for (const when of ["before", "with", "after"] as const) answers.push(await confirmWithEvents(way, when));
    expect(answers[0]).toMatchObject({ status: "succeeded" });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect((await audit()).differences).toEqual([]);
  });
});
