import { describe, expect, it } from "vitest";
import * as Dex from "../contract/defi/dex.ts";
import * as Staking from "../contract/defi/staking.ts";
import { routes } from "../contract/index.ts";
import * as Jobs from "../contract/jobs.ts";
import * as Payments from "../contract/payments.ts";
import { type RouteSpec, successStatus } from "../contract/route.ts";
import type { Role, WebActor } from "../core/identity/actor.ts";
import type { User } from "../core/identity/user.ts";
import * as Templates from "../core/jobs/templates.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Saving from "../core/payments/cards/saving.ts";
import { changeStatus } from "../core/payments/cards/status.ts";
import { availableUnits, depositUnits, inOneMinute } from "./support/exchange.ts";
import { onWeb } from "./support/identity.ts";
import { createCaller, createUser } from "./support/people.ts";
import { type Answer, withPlatform } from "./support/platform.ts";
import { confirmSetup } from "./support/psp.ts";
import { requestsOf, type Sent, scenes } from "./support/repeatable.ts";

/** Tests the `Idempotency-Key` on every route that accepts one, as the API document describes it. */

const platform = withPlatform({ providers: true, consumers: [] });

const idempotent = routes.filter((spec) => spec.idempotent);

it("has a scene for every route that accepts an Idempotency-Key", () => {
  expect(idempotent.map(({ id }) => id).sort()).toEqual(Object.keys(scenes).sort());
});

const DAY = 86_400;
/** A swap with a deadline in 90 days. */
const swap = {
  tokenIn: "EUR",
  tokenOut: "USDC",
  amountIn: "10",
  minAmountOut: "1",
  deadline: new Date(Clock.nowMs() + 90 * DAY * 1000).toISOString(),
};

let addresses = 0;

/** Signs in. Returns a function that sends requests, each from a unique IP address. */
async function createSender(spec: RouteSpec, user: User) {
  const { method } = spec;
  const { token, sign } = await createCaller(spec, user);
  return async ({ path, body }: Sent, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const ip = `198.51.${++addresses >> 8}.${addresses & 255}`;
    return platform.call(method, path, {
      token,
      headers: { ...headers, ...(await sign(path, body)) },
      body,
      ip,
    });
  };
}

const isReplay = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";

/** Creates a user, and a request of this user that succeeds on the route. */
async function prepareCaller(spec: RouteSpec) {
  const scene = scenes[spec.id];
  if (!scene) throw new Error(`no request of ${spec.id} is known here`);
  const role: Role = scene.role ?? (spec.auth === "admin" ? "ADMIN" : (spec.roles?.[0] ?? "PARTICULIER"));
  const user = await createUser(role);
  const requests = requestsOf(spec, await scene.prepare(onWeb(user), platform.advance));
  return { ...requests, user };
}

describe("a request under an Idempotency-Key", () => {
  it.each(idempotent.map((spec) => [spec.id, spec] as const))(
    "of %s is executed once, and its key rejects a different request, but not another user's",
    async (_, spec) => {
      const [ada, ben] = [await prepareCaller(spec), await prepareCaller(spec)];
      // Signs in only now, because the preparation may advance the clock by days.
      const [send, sendAsBen] = [await createSender(spec, ada.user), await createSender(spec, ben.user)];
      const key = { "idempotency-key": Ids.secret() };
      const done = spec.id === "admin.saveback-payout.request" ? 202 : successStatus(spec);
      const repeated = spec.family === "payments" ? 409 : done;

      // Sent in parallel: one is executed, the other is answered as a repetition.
      const both = await Promise.all([send(ada.request, key), send(ada.request, key)]);
      expect(both.map(({ status }) => status).sort(), JSON.stringify(both)).toEqual([done, repeated].sort());
      const [first, ...more] = both.filter((one) => one.status === done && !isReplay(one));
      expect(more).toEqual([]);

      const again = await send(ada.request, key);
      expect([again.status, isReplay(again)]).toEqual([repeated, true]);
      if (repeated === done) expect(again.body).toEqual(first?.body);
      const preferred = await send(ada.request, { ...key, prefer: "return=representation" });
      expect([preferred.status, isReplay(preferred)]).toEqual([done, true]);

      const isAlwaysTheSame = !spec.path.includes("{") && Object.keys(ada.request.body ?? {}).length === 0;
      expect(ada.other === undefined).toBe(isAlwaysTheSame);
      if (ada.other) expect(await send(ada.other, key)).toMatchObject({ status: 422 });

      const theirs = await sendAsBen(ben.request, key);
      expect([theirs.status, isReplay(theirs)], JSON.stringify(theirs.body)).toEqual([done, false]);
    },
  );
});

/** A request that is rejected in the current state, and the change that makes it succeed. */
interface Refused {
  readonly body: object;
  readonly status: number;
  readonly cure: () => Promise<unknown>;
}

const swapWithoutMoney = (actor: WebActor): Refused => ({
  body: swap,
  status: 400,
  cure: () => depositUnits(actor, "EUR", "100"),
});

const stakeWithoutTokens = (actor: WebActor): Refused => ({
  body: { poolId: "flexible", amount: "100" },
  status: 400,
  cure: () => depositUnits(actor, "YANI", "100"),
});

async function withLockedCard(actor: WebActor): Promise<Refused> {
  const setup = await Saving.createSetup(actor);
  await confirmSetup(setup.id);
  const { cardId } = await Saving.save(actor, {
    type: "virtual",
    setDefault: true,
    setupIntentId: setup.id,
  });
  await changeStatus(cardId, "locked");
  return { body: { amount: 700, cardId }, status: 409, cure: () => changeStatus(cardId, "active") };
}

async function jobOfWrongTemplate(actor: WebActor): Promise<Refused> {
  const { templateId } = await Templates.create(actor, { name: "mine", type: "portfolio-report" });
  const cure = () => Templates.update(actor, templateId, { type: "render" });
  return { body: { templateId, payload: { scale: 2 } }, status: 400, cure };
}

describe("a rejected request", () => {
  it.each<[string, RouteSpec, (actor: WebActor) => Promise<Refused> | Refused]>([
    ["a swap", Dex.swap, swapWithoutMoney],
    ["a stake", Staking.stake, stakeWithoutTokens],
    ["a payment", Payments.create, withLockedCard],
    ["a job", Jobs.create, jobOfWrongTemplate],
  ])(
    "for %s is executed under the same key after the cause of the rejection is fixed",
    async (_, spec, refusedTo) => {
      const user = await createUser();
      const { body, status, cure } = await refusedTo(onWeb(user));
      const send = await createSender(spec, user);
      const key = { "idempotency-key": Ids.secret() };
      const request = { path: spec.path, body };
      for (let tries = 0; tries < 2; tries++) {
        const refused = await send(request, key);
        expect([refused.status, isReplay(refused)], JSON.stringify(refused.body)).toEqual([status, false]);
      }
      await cure();
      const done = await send(request, key);
      expect([done.status, isReplay(done)], JSON.stringify(done.body)).toEqual([successStatus(spec), false]);
      expect(isReplay(await send(request, key))).toBe(true);
    },
  );

  it("of a declined card repeats its failure under the same key, and a new key makes a new payment", async () => {
    const user = await createUser();
    const send = await createSender(Payments.create, user);
    const order = { amount: 700, paymentMethodId: "pm_card_chargeDeclined" };
    const request = { path: "/api/payments", body: order };
    const key = { "idempotency-key": Ids.secret() };
    const [first, second] = [await send(request, key), await send(request, key)];
    expect([first.status, second.status, second.body]).toEqual([402, 402, first.body]);
    const other = { ...request, body: { ...order, paymentMethodId: "pm_card_visa" } };
    expect((await send(other, key)).status).toBe(422);
    expect((await send(other, { "idempotency-key": Ids.secret() })).status).toBe(201);
  });
});

describe("a key", () => {
  it("repeats the response for 7 days; later its request is executed again unless the deadline has passed", async () => {
    const user = await createUser();
    const actor = onWeb(user);
    await depositUnits(actor, "EUR", "100");
    const bounded = { path: Dex.swap.path, body: { ...swap, deadline: inOneMinute() } };
    const open = { path: Dex.swap.path, body: swap };
    const keys = [Ids.secret(), Ids.secret()].map((key) => ({ "idempotency-key": key }));
    const both = async () => {
      const send = await createSender(Dex.swap, user);
      const answers = [await send(bounded, keys[0] ?? {}), await send(open, keys[1] ?? {})];
      return answers.map((one) => [one.status, isReplay(one)]);
    };
    expect(await both()).toEqual([
      [200, false],
      [200, false],
    ]);
    await platform.advance(7 * DAY - 60);
    expect(await both()).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await availableUnits(actor, "EUR")).toBe("80");
    await platform.advance(120);
    expect(await both()).toEqual([
      [400, false],
      [200, false],
    ]);
    expect(await availableUnits(actor, "EUR")).toBe("70");
  });
});
