import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Psp from "../core/platform/psp/index.ts";
import { withPsp } from "../tests/support/psp.ts";
import { createFaults, fetchWithFaults } from "./faults.ts";

const psp = withPsp();
const faults = createFaults();
let calls = 0;

beforeAll(() => {
  const counted: typeof fetch = (input, init) => {
    calls++;
    return fetch(input, init);
  };
  Psp.configure({ fetch: fetchWithFaults(faults, counted) });
});
beforeEach(async () => {
  faults.clear();
  calls = 0;
  await psp.clear();
});
afterAll(() => Psp.configure({}));

/** One attempt, so that a test knows the number of calls. */
const create = (idempotencyKey = "k", maxNetworkRetries = 0) =>
  Psp.call((stripe) => stripe.customers.create({ name: "Ada" }, { idempotencyKey, maxNetworkRetries }));

test("a call to the provider succeeds if no fault is injected", async () => {
  expect(await create()).toMatchObject({ name: "Ada" });
});

describe("an injected fault", () => {
  test.each(["throttling", "error"] as const)(
    "of the kind %s makes a call fail as the provider's failure, without sending it",
    async (kind) => {
      faults.set({ dependency: "psp", kind, rate: 1 });
      await expect(create()).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
      expect(calls).toBe(0);
      faults.clear();
      expect(await create()).toMatchObject({ name: "Ada" });
    },
  );

  test("of the kind lost-response lets the provider execute the call, and a retry returns that result", async () => {
    faults.set({ dependency: "psp", kind: "lost-response", rate: 1 });
    await expect(create()).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    expect(psp.events).toHaveLength(1);
    faults.clear();
    const { id } = await create();
    expect(psp.events).toMatchObject([{ data: { object: { id } } }]);
  });

  test("that strikes once is handled by the SDK's retry", async () => {
    let strikes = 1;
    const once = createFaults(() => (strikes-- > 0 ? 0 : 1));
    once.set({ dependency: "psp", kind: "error", rate: 0.5 });
    Psp.configure({ fetch: fetchWithFaults(once) });
    expect(await create("k", 1)).toMatchObject({ name: "Ada" });
    Psp.configure({ fetch: fetchWithFaults(faults) });
  });

  test("of the kind latency fails a call without sending it if the delay exceeds the call's timeout", async () => {
    Psp.configure({ fetch: fetchWithFaults(faults) });
    faults.set({ dependency: "psp", kind: "latency", rate: 1, latencyMs: 60_000 });
    const slow = Psp.call((stripe) => stripe.customers.create({}, { maxNetworkRetries: 0, timeout: 50 }));
    await expect(slow).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    expect(psp.events).toEqual([]);
  });
});
