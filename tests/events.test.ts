import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { type CatalogueEntry, catalogue, envelopeOf } from "../contract/events/catalogue.ts";
import { jsonSchemaOf } from "../contract/openapi/schemas.ts";
import { AMOUNT_FORMAT } from "../contract/public/schemas.ts";
import { addLiquidity } from "../core/defi/exchange/add-liquidity.ts";
import { removeLiquidity } from "../core/defi/exchange/remove-liquidity.ts";
import { swap } from "../core/defi/exchange/swap.ts";
import * as Farming from "../core/defi/farming/index.ts";
import { harvest, withdrawShares } from "../core/defi/farming/withdraw.ts";
import * as Governance from "../core/defi/governance/index.ts";
import { cancel } from "../core/defi/governance/index.ts";
import { vote } from "../core/defi/governance/vote.ts";
import { set as setCompounding } from "../core/defi/staking/compounding.ts";
import * as Staking from "../core/defi/staking/index.ts";
import { claim } from "../core/defi/staking/index.ts";
import { unstake } from "../core/defi/staking/unstake.ts";
import type { WebActor } from "../core/identity/actor.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Money from "../core/kernel/money/index.ts";
import type { WebhookEventType } from "../core/messaging/schema.ts";
import * as Deliveries from "../core/messaging/webhooks/deliveries.ts";
import { delivery as deliveryEntity } from "../core/messaging/webhooks/entity.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import * as Payments from "../core/payments/payments/index.ts";
import { recordFailure } from "../core/payments/payments/states.ts";
import * as Transactions from "../core/payments/records/index.ts";
import { refund } from "../core/payments/refunds/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { testIbans } from "../local/bank-double/credit-transfers.ts";
import {
  authorizePurchase,
  createHolder,
  type Holder,
  listCards,
  providerSdk,
  readCard,
  runIssuing,
  verifyIdentity,
} from "./support/cards.ts";
import { handleCheckoutEvent, placeOrder } from "./support/checkout.ts";
import { createDeveloper, Developer } from "./support/developer.ts";
import { depositUnits, inOneMinute, readPool } from "./support/exchange.ts";
import { proposalDraft } from "./support/governance.ts";
import { onWeb } from "./support/identity.ts";
import { fundAccount } from "./support/money.ts";
import { chargeOf, createMerchant, handlePspEvent, intentOf } from "./support/payments.ts";
import { tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { type Received, status, withReceivers } from "./support/receiver.ts";
import { payFrom, sendMoney } from "./support/transfers.ts";

/** API events, delivered to webhooks over HTTP. The setup causes every event type of the catalog. */

const platform = withPlatform();
const receivers = withReceivers();
const DAY = 86_400;

interface Body {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly livemode: boolean;
  readonly sequence: number;
  readonly test?: boolean;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
}
const bodyOf = ({ body }: Received): Body => JSON.parse(body) as Body;
const got = (path: string): Body[] => receivers.got(path).map(bodyOf);
const typesAt = (path: string): string[] => [...new Set(got(path).map(({ type }) => type))];

const ajv = formats.default(new Ajv2020({ strict: false, logger: false }));

/** An amount in the format of `/v2`. */
const AMOUNT = {
  type: "object",
  required: ["value", "asset"],
  additionalProperties: false,
  properties: { value: { type: "string" }, asset: { type: "string" } },
};

/** Returns how a body violates the catalog's schema of its event type, or undefined if it is valid. */
function schemaViolation(body: Body, version: "v1" | "v2"): string | undefined {
  const entry = catalogue.find(({ type }) => type === body.type) as CatalogueEntry;
  const schema = JSON.parse(JSON.stringify(jsonSchemaOf(envelopeOf(entry), "output")), (_, one) =>
    version === "v2" && one?.format === AMOUNT_FORMAT ? AMOUNT : one,
  );
  const holds: boolean = ajv.validate(schema, body);
  return holds ? undefined : `${entry.type}: ${ajv.errorsText()}`;
}

const actorOf = async (userId: string): Promise<WebActor> => {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("the user does not exist");
  return onWeb(user);
};

let cardHolder: Holder;
let ada: WebActor;
let grace: WebActor;

async function createPerson(name: string): Promise<WebActor> {
  const email = `${name}-events@example.com`;
  const user = await Users.register({ name, email, password: "Analytical1!" }, { emailVerified: true });
  return onWeb(user);
}

async function advanceAndDrain(seconds: number): Promise<void> {
  await platform.drain();
  await platform.advance(seconds);
  await platform.drain();
}

async function emitStakingEvents(): Promise<void> {
  await depositUnits(ada, "YANI", "2000000");
  const [locked, flexible] = [
    await Staking.stake(ada, { poolId: "locked-90", amount: "1000" }),
    await Staking.stake(ada, { poolId: "flexible", amount: "1000" }),
  ];
  await setCompounding(ada, flexible.position.id, true);
  await advanceAndDrain(DAY + 61);
  await advanceAndDrain(90 * DAY);
  await claim(ada, locked.position.id);
  await unstake(ada, { positionId: flexible.position.id, amount: "1000" });
}

async function emitExchangeEvents(): Promise<void> {
  await depositUnits(ada, "ETH", "3");
  await depositUnits(ada, "USDC", "20000");
  const order = {
    tokenIn: "USDC",
    tokenOut: "ETH",
    amountIn: "10",
    minAmountOut: "0",
    deadline: inOneMinute(),
  };
  await swap(ada, order);
  const { reserve0, reserve1 } = await readPool("ETH-USDC");
  const amount1 = Money.format((10n ** 18n * reserve1) / reserve0, 6);
  const brought = { pairId: "ETH-USDC", amount0: "1", amount1, slippage: "5" };
  const { position } = await addLiquidity(ada, brought);
  await removeLiquidity(ada, { positionId: position.id, lpTokens: "1", minAmount0: "0", minAmount1: "0" });
  const [farm] = (await Farming.list("live")).filter(({ pairId }) => pairId === "ETH-USDC");
  const farmed = await Farming.stakeShares(ada, { farmId: farm?.id ?? "", amount: "1" });
  await advanceAndDrain(DAY);
  await withdrawShares(ada, { positionId: farmed.position.id, amount: "0.5" });
  await harvest(ada, farmed.position.id);
}

async function emitProposalEvents(): Promise<void> {
  const passes = await Governance.create(ada, proposalDraft());
  await Governance.create(ada, proposalDraft({ title: "No votes" }));
  const called = await Governance.create(ada, proposalDraft({ title: "Called off" }));
  await cancel(ada, called.id);
  await depositUnits(grace, "YANI", "100000000");
  await advanceAndDrain(2 * DAY + 61);
  await vote(grace, passes.id, { voteType: "for" });
  await advanceAndDrain(7 * DAY + 61);
  await advanceAndDrain(2 * DAY + 61);
}

async function emitPaymentEvents(): Promise<void> {
  const merchant = await createMerchant(grace);
  const accountId = await fundAccount(ada.userId, "EUR", 50_000n);
  const to = { merchantId: merchant.merchantId };
  const paid = await payFrom(ada, { accountId, amount: "20", description: "Coffee", to });
  await refund(grace, { paymentId: paid.paymentId, amount: 5 });
  const card = { amount: 1000, currency: "eur", description: "", metadata: {} };
  const opened = await Payments.create(ada, card);
  const record = await Transactions.find(opened.id);
  if (record)
    await recordFailure(record, { reason: "Your card was declined.", cardLast4: "4242", atSeconds: 1 });
  const order = await placeOrder(ada);
  await handleCheckoutEvent("checkout.session.completed", { id: order.sessionId, payment_status: "paid" });
  const transfer = { fromAccountId: accountId, toEmail: grace.email, currency: "EUR", description: "Lunch" };
  await sendMoney(ada, { ...transfer, amount: "12.5" });
}

/** A card top-up that is refunded, whose refund fails, and that is disputed. */
async function emitReturnEvents(): Promise<void> {
  const intent = intentOf(ada);
  await handlePspEvent("payment_intent.succeeded", intent);
  await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 1000 }), 100);
  const made = { payment_intent: intent.id, amount: 1000, currency: "eur" };
  await handlePspEvent("refund.failed", { ...made, id: "re_events", created: 100, status: "failed" }, 200);
  const dispute = { ...made, id: "dp_events", status: "needs_response" };
  await handlePspEvent("charge.dispute.created", dispute, 300);
  await handlePspEvent("charge.dispute.funds_withdrawn", dispute, 301);
  await handlePspEvent("charge.dispute.closed", { ...dispute, status: "lost" }, 302);
}

async function emitCardEvents(): Promise<void> {
  const [shown] = await listCards(cardHolder);
  const cardId = shown?.id ?? "";
  const card = await readCard(cardHolder, cardId);
  const { id } = await authorizePurchase(card, 1500);
  await providerSdk().testHelpers.issuing.authorizations.capture(id);
  await authorizePurchase(card, 99_999_999);
  await cardHolder.app.call("POST", `/cards/${cardId}/freeze`);
  await cardHolder.app.call("POST", `/cards/${cardId}/unfreeze`);
  await providerSdk().issuing.cards.update(card.pspCardId ?? "", { status: "canceled" });
}

async function emitWithdrawalEvents(): Promise<void> {
  for (const iban of [testIbans.booked, testIbans.rejected])
    await cardHolder.app.call("POST", "/wallet/withdraw", {
      body: { accountId: cardHolder.accountId, amount: 10, currency: "EUR", iban, beneficiaryName: "Ada" },
    });
  await advanceAndDrain(61);
}

const hookOf = (actor: WebActor, path: string, more: object = {}) =>
  Webhooks.create(actor, { name: path, url: receivers.at(path), ...more }).then(({ webhook }) => webhook);

beforeAll(async () => {
  cardHolder = await createHolder(platform, { cents: 100_000n, level: 0 });
  ada = await actorOf(cardHolder.userId);
  grace = await createPerson("grace");
  await Promise.all([
    hookOf(ada, "/v1"),
    hookOf(ada, "/v2", { apiVersion: "v2" }),
    hookOf(ada, "/test", { mode: "test" }),
    hookOf(grace, "/grace"),
  ]);
  await verifyIdentity(cardHolder.userId, 2);
  await verifyIdentity(grace.userId, 2);
  await runIssuing(platform);
  await emitCardEvents();
  await emitWithdrawalEvents();
  await emitStakingEvents();
  await emitPaymentEvents();
  await emitReturnEvents();
  await emitExchangeEvents();
  await emitProposalEvents();
  await advanceAndDrain(1);
}, 120_000);

describe("a webhook of live events", () => {
  it("receives every event type of the catalog with a valid body", () => {
    const played = catalogue.map(({ type }) => type);
    expect(typesAt("/v1").toSorted()).toEqual(played.toSorted());
    expect(got("/v1").flatMap((body) => schemaViolation(body, "v1") ?? [])).toEqual([]);
    expect(new Set(got("/v1").map(({ livemode }) => livemode))).toEqual(new Set([true]));
  });

  it("receives bodies in the format of /v2 if its API version is v2", () => {
    expect(typesAt("/v2").toSorted()).toEqual(typesAt("/v1").toSorted());
    expect(got("/v2").flatMap((body) => schemaViolation(body, "v2") ?? [])).toEqual([]);
  });

  it("receives the events of an object numbered in the order in which they happened", () => {
    const byObject = Map.groupBy(got("/v1"), ({ data }) => data.id);
    for (const events of byObject.values()) {
      // Events of one instant have no order except their number.
      const inOrder = events.toSorted((a, b) => a.sequence - b.sequence).map(({ createdAt }) => createdAt);
      expect(inOrder).toEqual(inOrder.toSorted());
    }
  });

  it("receives transfers and payments as outgoing for the sender and incoming for the recipient", () => {
    const sides = (type: string, path: string) =>
      got(path)
        .filter((one) => one.type === type)
        .map(({ data }) => data["direction"]);
    expect(sides("transfer.created", "/v1")).toEqual(["out"]);
    expect(sides("transfer.created", "/grace")).toEqual(["in"]);
    expect(sides("payment.succeeded", "/grace")).toEqual(["in"]);
    const [sent] = got("/v1").filter(({ type }) => type === "transfer.created");
    expect(sent?.data).toMatchObject({ amount: "12.5", direction: "out", description: "Lunch" });
  });

  it("receives events that a webhook of test mode does not receive", () => {
    expect(receivers.got("/test")).toEqual([]);
  });
});

describe("an event in a sandbox", () => {
  it("is delivered only to webhooks of test mode, and a test key lists only such events", async () => {
    const user = await Users.fromId(ada.userId);
    if (!user) throw new Error("the user does not exist");
    const key = await createDeveloper(platform, await tokenOf(user), { mode: "test" });
    const before = got("/v1").length;
    expect((await key.post("/v1/test/faucet", { asset: "eur", amount: "5" })).status).toBeLessThan(300);
    await advanceAndDrain(1);
    expect(typesAt("/test")).toContain("wallet.created");
    expect(got("/test").every(({ livemode }) => !livemode)).toBe(true);
    expect(got("/v1")).toHaveLength(before);
    const listed = await key.get<{ data: { livemode: boolean; type: string }[] }>("/v2/events");
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({ type: "wallet.created", livemode: false }),
    );
    expect(listed.body.data.every(({ livemode }) => !livemode)).toBe(true);
  });
});

interface Listed {
  readonly data: readonly { readonly id: string; readonly type: string; readonly created_at: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe("the list of events", () => {
  it("contains all delivered events, newest first, and is filtered by type, object and time", async () => {
    const user = await Users.fromId(ada.userId);
    if (!user) throw new Error("the user does not exist");
    const plan = { name: "Books", mode: "live", plan: "enterprise", scopes: ["events:read"] } as const;
    const key = new Developer(platform, await ApiKeys.create(user, plan));
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await key.get<Listed>(`/v2/events?limit=7${cursor && `&cursor=${cursor}`}`);
      expect(page.status).toBe(200);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.next_cursor ?? "";
    } while (cursor !== "");
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    const since = new Date(Clock.nowMs() - 29 * DAY * 1000).toISOString();
    const delivered = new Set(got("/v1").flatMap(({ id, createdAt }) => (createdAt > since ? [id] : [])));
    expect(delivered.size).toBeGreaterThan(15);
    expect(delivered.difference(new Set(seen))).toEqual(new Set());

    const swaps = await key.get<Listed>("/v2/events?type=swap.completed");
    expect(swaps.body.data.map(({ type }) => type)).toEqual(["swap.completed"]);
    const one = got("/v1").find(({ type }) => type === "proposal.queued");
    const ofObject = await key.get<Listed>(`/v2/events?object_id=${one?.data.id}`);
    expect(ofObject.body.data.map(({ type }) => type).toSorted()).toEqual([
      ...["proposal.active", "proposal.created", "proposal.executed", "proposal.queued"],
      "proposal.succeeded",
    ]);
    const at = swaps.body.data[0]?.created_at ?? "";
    const around = await key.get<Listed>(`/v2/events?created_after=${at}&created_before=${at}`);
    expect(around.body.data.map(({ id }) => id)).toContain(swaps.body.data[0]?.id);
    expect(around.body.data.every(({ created_at }) => created_at === at)).toBe(true);
    expect((await key.get(`/v2/events/${one?.id}`)).body).toMatchObject({
      ...{ object: "event", id: one?.id, type: "proposal.queued" },
      data: { for_votes: { value: expect.any(String), asset: "YANI" } },
    });
    expect((await key.get(`/v2/events/${Ids.create("event")}`)).status).toBe(404);
    const hers = await createDeveloper(platform, await tokenOf((await Users.fromId(grace.userId)) ?? user));
    expect((await hers.get(`/v2/events/${one?.id}`)).status).toBe(404);
  });
});

describe("a test event", () => {
  it("of each type is marked as a test and is valid by the catalog's schema", async () => {
    const user = await Users.fromId(grace.userId);
    if (!user) throw new Error("the user does not exist");
    const token = await tokenOf(user);
    for (const version of ["v1", "v2"] as const) {
      const path = `/tried-${version}`;
      const hook = await hookOf(grace, path, { apiVersion: version, events: ["job-done"] });
      for (const { type } of catalogue) {
        const body = { event: type };
        const tried = await platform.call("POST", `/api/webhooks/${hook.webhookId}/test`, { token, body });
        if (tried.status === 429) throw new Error("the limit of tries is below the catalogue");
        expect(tried.status).toBe(202);
      }
      await advanceAndDrain(61);
      expect(typesAt(path).toSorted()).toEqual(catalogue.map(({ type }) => type).toSorted());
      expect(got(path).flatMap((body) => schemaViolation(body, version) ?? [])).toEqual([]);
      expect(got(path).every(({ test }) => test === true)).toBe(true);
    }
  });
});

describe("a replay of a range", () => {
  it("delivers its events again with the same ids, in order per object, once per Idempotency-Key", async () => {
    const user = await Users.fromId(ada.userId);
    if (!user) throw new Error("the user does not exist");
    const token = await tokenOf(user);
    const hook = await hookOf(ada, "/late", { ordered: true });
    const body = {
      from: new Date(0).toISOString(),
      to: new Date(Date.now() + 400 * DAY * 1000).toISOString(),
      types: ["proposal.created", "proposal.active", "proposal.queued"],
    };
    const backwards = await platform.call("POST", `/api/webhooks/${hook.webhookId}/replay`, {
      ...{ token, body: { ...body, from: body.to, to: body.from } },
      headers: { "idempotency-key": "backwards-1" },
    });
    expect([backwards.status, JSON.stringify(backwards.body)]).toEqual([
      400,
      expect.stringContaining('"field":"from"'),
    ]);
    const ask = () =>
      platform.call<{ id: string }>("POST", `/api/webhooks/${hook.webhookId}/replay`, {
        ...{ token, body },
        headers: { "idempotency-key": "again-1" },
      });
    const first = await ask();
    expect(first.status).toBe(202);
    const again = await ask();
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    await advanceAndDrain(1);
    const delivered = got("/v1").filter(({ type }) => body.types.includes(type));
    expect(new Set(got("/late").map(({ id }) => id))).toEqual(new Set(delivered.map(({ id }) => id)));
    expect(got("/late")).toHaveLength(delivered.length);
    const byObject = Map.groupBy(got("/late"), ({ data }) => data.id);
    for (const events of byObject.values())
      expect(events.map(({ sequence }) => sequence)).toEqual(
        events.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
      );
  });
});

describe("an ordered webhook", () => {
  const emitEvent = (userId: string, id: string, sequence: number, type: WebhookEventType = "card.frozen") =>
    Deliveries.enqueue({
      ...{ id: `evt_01jd3v8y2m9t4k6q0s5w7x1z${String(sequence).padStart(2, "0")}${id}`, type, userId },
      ...{ occurredAt: Clock.nowIso(), sequence, data: { object: "card", id: `crd_${id}` } },
    });

  it("delays an event until the object's previous event is delivered, without delaying other objects", async () => {
    const dora = await createPerson("dora");
    await hookOf(dora, "/ordered", { ordered: true });
    receivers.set("/ordered", status(500));
    await emitEvent(dora.userId, "aa", 2);
    await advanceAndDrain(1);
    await emitEvent(dora.userId, "aa", 3);
    await emitEvent(dora.userId, "bb", 2);
    let isRefusing = true;
    receivers.set("/ordered", (response, received) => {
      const { data, sequence } = bodyOf(received);
      const isRefused = data.id === "crd_aa" && sequence === 2 && isRefusing;
      response.writeHead(isRefused ? 500 : 204).end();
    });
    await platform.drain();
    expect(got("/ordered").filter(({ sequence }) => sequence === 3)).toEqual([]);
    expect(got("/ordered").filter(({ data }) => data.id === "crd_bb")).toHaveLength(1);
    isRefusing = false;
    await advanceAndDrain(70);
    await advanceAndDrain(70);
    expect(
      got("/ordered")
        .filter(({ data }) => data.id === "crd_aa")
        .at(-1)?.sequence,
    ).toBe(3);
    expect(got("/ordered").filter(({ sequence }) => sequence === 3)).toHaveLength(1);
  });

  it("delivers the next event after the last attempt of the previous event has failed", async () => {
    const emil = await createPerson("emil");
    const hook = await hookOf(emil, "/dead", { ordered: true });
    receivers.set("/dead", (response, received) => {
      response.writeHead(bodyOf(received).sequence === 2 ? 500 : 204).end();
    });
    await emitEvent(emil.userId, "cc", 2);
    await emitEvent(emil.userId, "cc", 3);
    await advanceAndDrain(1);
    expect(got("/dead").some(({ sequence }) => sequence === 3)).toBe(false);
    const { deliveries } = await Deliveries.list(emil, hook.webhookId, { limit: 10 });
    const first = deliveries.find(({ eventId }) => eventId.endsWith("02cc"));
    if (!first) throw new Error("no delivery");
    await Table.update(deliveryEntity.key(first), { set: { attempts: 7 } });
    await advanceAndDrain(70);
    await advanceAndDrain(70);
    expect(got("/dead").some(({ sequence }) => sequence === 3)).toBe(true);
  });
});
