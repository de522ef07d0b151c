import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { free, lettersOf, listOf, recordOf, tell } from "../../../tests/support/payments.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import { walletId } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Payments from "./index.ts";
import { validate } from "./validate.ts";

/**
 * The provider tells of a payment by an event, and answers whoever has confirmed it: which of the two comes first is
 * chance. With the provider's double, whose events are worked on before its answer is out, with it, or after.
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

const wish = { amount: 5000, currency: "eur", description: "Lunch", metadata: {} } as const;

/** A way to confirm: which of the provider's calls it ends with, and what it answers, without what is unique. */
interface Way {
  readonly call: RegExp;
  readonly amountMinor: bigint;
  readonly letters: readonly string[];
  begin(payer: LiveActor): Promise<() => Promise<{ readonly id: string; readonly answer: unknown }>>;
}

const ways: Readonly<Record<string, Way>> = {
  "a request that charges its card": {
    call: /\/v1\/payment_intents$/,
    amountMinor: 5000n,
    letters: ["top-up-completed 50 EUR"],
    begin: async (payer) => async () => {
      const { id, clientSecret, created, ...answer } = await Payments.create(payer, {
        ...wish,
        paymentMethodId: "pm_card_visa",
      });
      expect([clientSecret, created]).toEqual([expect.stringMatching(/_secret_/), expect.any(String)]);
      return { id, answer };
    },
  },
  "its client at the provider": {
    call: /\/confirm$/,
    amountMinor: 5000n,
    letters: ["top-up-completed 50 EUR"],
    async begin(payer) {
      const { id } = await Payments.create(payer, wish);
      return async () => ({ id, answer: await confirm(id) });
    },
  },
  "an administrator's approval": {
    call: /\/capture$/,
    amountMinor: 100_000n,
    letters: ["payment-approved 1000 EUR"],
    async begin(payer) {
      const admin = someone("ADMIN");
      const { id } = await Payments.create(payer, {
        ...wish,
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

/** Puts something between the provider's answer to a call and whoever waits for it. */
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
  // Core reaches the provider by Node's own client, unless it is told another.
  Psp.configure({ fetch: globalThis.fetch });
}

/** What a confirmation answers when the events of its payment are worked on then. */
async function confirmed({ call, begin, amountMinor, letters }: Way, when: "before" | "with" | "after") {
  const payer = someone();
  const finish = await begin(payer);
  let events: Promise<void> | undefined;
  let heard = 0;
  onAnswer(call, async (id) => {
    // An event may ask the provider for the same again.
    if (heard++ > 0 || when === "after") return;
    events = tell(psp.events, id);
    if (when === "before") await events;
  });
  const { id, answer } = await finish();
  expect(heard).toBeGreaterThan(0);
  await events;
  // The provider tells again what it is not sure to have told.
  await tell(psp.events, id);

  expect(await free(payer.userId)).toBe(amountMinor);
  expect(await recordOf(id)).toMatchObject({ status: "SUCCEEDED", amountMinor, entryId: expect.any(String) });
  expect(await listOf(payer)).toHaveLength(1);
  expect(await Ledger.history(walletId("live", payer.userId, "EUR"), 10)).toHaveLength(1);
  expect(await lettersOf(id)).toEqual(letters);
  return answer;
}

describe.each(Object.entries(ways))("a payment that is confirmed by %s", (_, way) => {
  it("is credited once, with one letter at most and the same answer, whether its event comes before, with or after", async () => {
    const answers = [];
    for (const when of ["before", "with", "after"] as const) answers.push(await confirmed(way, when));
    expect(answers[0]).toMatchObject({ status: "succeeded" });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect((await audit()).differences).toEqual([]);
  });
});
