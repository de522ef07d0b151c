import type { RequestHandler } from "@svc/local-aws/client";
import { writtenItems } from "@svc/local-aws/dynamodb/stream-writes";
import { beforeAll, expect, it, vi } from "vitest";
import { routes } from "../../contract/index.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { audit } from "../../core/audit/index.ts";
import type { UserActor, WebActor } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { testReceivers } from "../../core/identity/sandboxes/people.ts";
import type { User } from "../../core/identity/user.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { type KeyMode, SANDBOX } from "../../core/kernel/mode.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import * as ApiEvents from "../../core/platform/api-events/index.ts";
import { db } from "../../core/platform/table/dynamodb.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Sandboxes from "../../core/sandboxes/index.ts";
import * as Reservations from "../../core/transfers/reservations/index.ts";
import { Developer } from "../support/developer.ts";
import { depositUnits, swapAtAnyPrice } from "../support/exchange.ts";
import { onWeb, withKey } from "../support/identity.ts";
import { bare } from "../support/items.ts";
import { createUser } from "../support/people.ts";
import { type Answer, withPlatform } from "../support/platform.ts";
import { requestsOf, type Sent, scenes } from "../support/repeatable.ts";
import { type Params, resourceKind } from "../support/resources.ts";
import { sampleOf } from "../support/sample.ts";
import { sendMoney } from "../support/transfers.ts";

/**
 * Isolation of ledgers: on every route, a test key changes and shows only its owner's sandbox, and a live key
 * changes and shows nothing of a sandbox. New routes are covered automatically.
 */

const platform = withPlatform({ consumers: [] });

const forKeys = routes.filter(({ auth }) => auth === "apiKey");
const isPublic = ({ family }: RouteSpec): boolean => family === "public";

/** A developer with a key of one ledger. */
interface Party {
  readonly user: User;
  readonly mode: KeyMode;
  readonly developer: Developer;
  /** The key's actor, for setting up resources. */
  readonly actor: UserActor;
}

async function createParty(user: User, mode: KeyMode): Promise<Party> {
  const grant = { name: "isolation", plan: "enterprise", scopes: ["*"] } as const;
  const developer = new Developer(platform, await ApiKeys.create(user, { ...grant, mode }));
  const actor = onWeb(user);
  if (mode === "live") return { user, mode, developer, actor };
  return { user, mode, developer, actor: withKey(actor, { mode: (await Sandboxes.open(user)).mode }) };
}

/** Creates one developer with a test key and a live key, and another developer with a test key. */
async function createParties() {
  const [ada, grace] = [await createUser(), await createUser()];
  const made = [
    await createParty(ada, "test"),
    await createParty(ada, "live"),
    await createParty(grace, "test"),
  ] as const;
  const [own, live, other] = made;
  return { own, live, other, foreign: [live, other] };
}

let shared: ReturnType<typeof createParties> | undefined;

/** Requests that change something get new parties, so that later requests find unchanged ones. */
function partiesFor({ method }: RouteSpec): ReturnType<typeof createParties> {
  if (method !== "GET") return createParties();
  shared ??= createParties();
  return shared;
}

/** Public names in each ledger. */
const common: Readonly<Record<string, Params>> = {
  "/v1/prices/{symbol}": { symbol: "BTC" },
  "/v1/staking/pools/{id}": { id: "flexible" },
  "/v1/exchange/pairs/{id}": { id: "BTC-USDC" },
  "/v1/farming/farms/{id}": { id: "btc-usdc" },
};

/** Creates the resource in a path if no scene of another route does. */
const resources: Readonly<Record<string, (actor: UserActor) => Promise<Params>>> = {
  async "/v1/wallets/{id}"(actor) {
    await depositUnits(actor, "EUR", "7.25");
    return { id: walletId(actor.mode, actor.userId, "EUR") };
  },
  async "/v2/wallets/{id}"(actor) {
    await depositUnits(actor, "EUR", "7.25");
    return { id: walletId(actor.mode, actor.userId, "EUR") };
  },
  async "/v2/holds/{id}"(actor) {
    await depositUnits(actor, "EUR", "7.25");
    const request = { walletId: walletId(actor.mode, actor.userId, "EUR"), amount: "1", description: "" };
    return { id: (await Reservations.create(actor, { ...request, expiresAt: tomorrow() })).holdId };
  },
  async "/v1/transfers/{id}"(actor) {
    await depositUnits(actor, "EUR", "7.25");
    const fromAccountId = walletId(actor.mode, actor.userId, "EUR");
    const { userId } = actor.mode === "live" ? await createUser() : testReceivers[0];
    const toAccountId = walletId(actor.mode, userId, "EUR");
    const request = { fromAccountId, toAccountId, amount: "1", description: "" };
    return { id: (await sendMoney(actor, request)).transferId };
  },
  async "/v2/events/{id}"(actor) {
    await depositUnits(actor, "EUR", "10");
    await swapAtAnyPrice(actor, "EUR", "USDC", "10");
    const [latest] = (await ApiEvents.list(actor, { limit: 1 })).events;
    return { id: latest?.id ?? "none" };
  },
  async "/v1/exchange/swaps/{id}"(actor) {
    await depositUnits(actor, "EUR", "10");
    return { id: (await swapAtAnyPrice(actor, "EUR", "USDC", "10")).entryId };
  },
};

const tomorrow = (): string => new Date(Clock.nowMs() + 86_400_000).toISOString();

const queries: Readonly<Record<string, string>> = {
  "public.exchange.quotes": "?asset_in=EUR&asset_out=USDC&amount_in=10",
};

/** Returns a request of the party that succeeds. */
async function requestOf(spec: RouteSpec, { actor }: Party): Promise<Sent> {
  const kind = resourceKind(spec);
  const scene =
    scenes[spec.id] ??
    Object.values(
      Object.fromEntries(
        Object.entries(scenes).filter(([id]) => {
          const sibling = routes.find((one) => one.id === id);
          return kind !== "" && sibling !== undefined && resourceKind(sibling) === kind;
        }),
      ),
    )[0];
  const params = common[kind] ?? (scenes[spec.id] ? undefined : await resources[kind]?.(actor));
  const needs = scenes[spec.id] !== undefined || (params === undefined && kind !== "");
  if (needs && !scene) throw new Error(`add ${kind} to "resources": ${spec.id} is not covered`);
  const prepared = needs && scene ? await scene.prepare(actor as WebActor, platform.advance) : {};
  const { request } = requestsOf(spec, { ...prepared, ...(params && { params }) });
  return { ...request, path: `${request.path}${queries[spec.id] ?? ""}` };
}

function send({ method, signed }: RouteSpec, { developer }: Party, { path, body }: Sent): Promise<Answer> {
  if (method === "GET") return developer.get(path);
  if (signed) return developer.signed(path, body);
  return developer.send(method as "POST" | "PUT", path, body);
}

/** The keys written by any client since the table was last read. */
const written = new Map<string, Table.Key>();
beforeAll(() => {
  // Below the local runtime's wrapper, where all requests of all clients pass.
  const handler = Object.getPrototypeOf(db().config.requestHandler) as RequestHandler;
  const { handle } = handler;
  vi.spyOn(handler, "handle").mockImplementation(async function (this: RequestHandler, request, options) {
    const answered = await handle.call(this, request, options);
    for (const { pk, sk } of writtenItems(request)) written.set(`${pk} ${sk}`, bare({ pk, sk }));
    return answered;
  });
});

let known: ReadonlyMap<string, string> | undefined;

/** Returns the table's items as text by key. Reads the whole table once, then only written items. */
async function readItems(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>(known);
  const keys = [...written];
  written.clear();
  if (known)
    await Promise.all(
      keys.map(async ([name, key]) => {
        const item = await Table.get(key);
        if (item) found.set(name, JSON.stringify(item, sortKeys));
        else found.delete(name);
      }),
    );
  else
    for await (const item of Table.scan())
      found.set(`${item["pk"]} ${item["sk"]}`, JSON.stringify(item, sortKeys));
  known = found;
  return found;
}

/** Serializes an item independently of the order of its attributes. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

type Items = Awaited<ReturnType<typeof readItems>>;

/** Items of request processing: rate limits, idempotency, signatures, and the use of keys. */
const OF_REQUESTS = /^(RATELIMIT#|IDEMPOTENCY#|SIGNATURE#|APIKEYUSE#|LIVETICKET#)/;

const sandboxOf = ({ user }: Party): string => `test_${user.userId.slice("usr_".length)}_`;

/** Returns whether an item belongs to the party's ledger. */
function belongsTo(one: Party, name: string, text: string): boolean {
  const named = `${name} ${text}`.match(new RegExp(SANDBOX, "g")) ?? [];
  if (one.mode === "live") return named.length === 0;
  const isItsState = name === `USER#${one.user.userId} SANDBOX`;
  return isItsState || (named.length > 0 && named.every((other) => other.startsWith(sandboxOf(one))));
}

/** Returns the changed items that do not belong to the party's ledger. */
const foreignChanges = (one: Party, before: Items, after: Items): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is || OF_REQUESTS.test(name)) return false;
    return [was, is].some((text) => text !== undefined && !belongsTo(one, name, text));
  });

/** Returns the ledger of an event, by which consumers find the recipients. */
const modeOf = (item: string): KeyMode =>
  new RegExp(`^${SANDBOX}$`).test(JSON.parse(JSON.parse(item).payload).mode) ? "test" : "live";

const ULID = "[0-9a-hjkmnp-tv-z]{26}";
const IDS = new RegExp(`(?:wal|liq|frm|stk|txn|hld|prp|trf|swp|wdr)_(?:${SANDBOX}_)?${ULID}[a-z0-9-_]*`, "g");

/** Returns the ids that belong to another ledger and not to the party's. */
function foreignIds(one: Party, ids: readonly string[], all: Items): readonly string[] {
  const findOwner = (id: string) =>
    [...all].flatMap(([name, text]) => {
      const written = `${name} ${text}`;
      const isNamed = written.includes(id) && written.match(IDS)?.includes(id);
      return isNamed ? [belongsTo(one, name, text)] : [];
    });
  return ids.filter((id) => {
    const found = findOwner(id);
    return found.length > 0 && found.every((isOwn) => !isOwn);
  });
}

/**
 * Sends requests in sequence and checks that none changes or shows another ledger. Nothing else runs in
 * between, so the state after one request is the state before the next.
 */
async function sendAll(spec: RouteSpec, requests: readonly (readonly [Party, Sent])[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  let before = await readItems();
  for (const [one, request] of requests) {
    const answer = await send(spec, one, request);
    const after = await readItems();
    expect(foreignChanges(one, before, after), `${spec.id} has changed`).toEqual([]);
    for (const [name, item] of after)
      if (name.startsWith("OUTBOX#") && !before.has(name))
        expect(modeOf(item), `an event of ${spec.id}`).toBe(one.mode);
    const text = JSON.stringify(answer.body);
    // Ids in the request are the caller's own text.
    const shown = new Set((text.match(IDS) ?? []).filter((id) => !JSON.stringify(request).includes(id)));
    expect(foreignIds(one, [...shown], after), `${spec.id} shows`).toEqual([]);
    if (isPublic(spec)) expect(text).not.toContain(`"livemode":${one.mode !== "live"}`);
    answers.push(answer);
    before = after;
  }
  return answers;
}

const acceptsOnlySandboxKeys = ({ id }: RouteSpec): boolean => id.startsWith("public.test.");

it.each(forKeys.filter(isPublic).map((spec) => [spec.id, spec] as const))(
  "%s changes and shows only the test key's own sandbox, which a live key cannot see",
  async (_, spec) => {
    const { own, live, other, foreign } = await partiesFor(spec);
    const theirs: [Party, Sent][] = [];
    for (const one of foreign)
      if (!acceptsOnlySandboxKeys(spec) || one !== live) theirs.push([one, await requestOf(spec, one)]);
    const request = await requestOf(spec, own);
    // Resources of another ledger do not exist for the caller; requests without ids act in the own ledger.
    // The other callers are a live key and another user's sandbox key.
    const foreigners = [live, other];
    const [done, ...others] = await sendAll(spec, [
      [own, request],
      ...theirs.map(([, sent]) => [own, sent] as const),
      ...foreigners.map((one) => [one, request] as const),
    ]);
    expect(done?.status, JSON.stringify(done?.body)).toBeLessThan(300);

    const named = /(?:wal|liq|frm|stk|txn|hld|prp|trf|swp|wdr)_/;
    for (const [index, [, sent]] of theirs.entries()) {
      const names =
        named.test(sent.path) || (named.test(JSON.stringify(sent.body ?? {})) && spec.method !== "GET");
      if (names) expect(others[index]?.status, `${spec.id} of another ledger`).toBe(404);
    }
    for (const [index, one] of foreigners.entries()) {
      const status = others[theirs.length + index]?.status;
      if (acceptsOnlySandboxKeys(spec) && one === live) expect(status).toBe(403);
      else if (named.test(request.path)) expect(status, `${spec.id} of a sandbox`).toBe(404);
    }
  },
);

it.each(forKeys.filter((spec) => !isPublic(spec)).map((spec) => [spec.id, spec] as const))(
  "%s changes and shows nothing of the live ledger for a test key",
  async (_, spec) => {
    const { own, live } = await partiesFor(spec);
    await depositUnits(live.actor, "EUR", "4321.09");
    const body = spec.request?.body && sampleOf(spec.request.body);
    const [answer] = await sendAll(spec, [[own, { path: spec.path, body: body as object }]]);
    expect(JSON.stringify(answer?.body)).not.toContain("4321.09");
  },
);

it("pays only test recipients from a sandbox, and neither names nor notifies other users", async () => {
  const { own } = await createParties();
  const stranger = await createUser();
  await depositUnits(own.actor, "EUR", "100");
  await depositUnits(onWeb(stranger), "EUR", "1");
  const from_wallet = walletId(own.actor.mode, own.user.userId, "EUR");
  const walletOf = ({ userId }: { readonly userId: string }) => walletId(own.actor.mode, userId, "EUR");
  const [tess, theo] = testReceivers;
  const pay = (to: object) =>
    own.developer.signed("/v2/transfers", { from_wallet, ...("splits" in to ? {} : { amount: "1" }), ...to });
  const capture = async (to_wallet: string) => {
    const request = { walletId: from_wallet, amount: "1", description: "", expiresAt: tomorrow() };
    const { holdId } = await Reservations.create(own.actor, request);
    return own.developer.signed(`/v2/holds/${holdId}/capture`, { to_wallet });
  };
  const split = (one: object, other: object) => ({
    splits: [
      { ...one, amount: "1" },
      { ...other, amount: "2" },
    ],
  });
  const before = await readItems();
  for (const refused of [
    await pay({ to_wallet: walletOf(stranger) }),
    await pay({ to_email: stranger.email }),
    await pay({ to_email: own.user.email }),
    await pay({ to_wallet: walletId("live", stranger.userId, "EUR") }),
    await pay(split({ to_email: tess.email }, { to_email: stranger.email })),
    await capture(walletOf(stranger)),
  ]) {
    expect([refused.status, refused.body]).toMatchObject([404, { error: { code: "RECIPIENT_UNKNOWN" } }]);
    expect(JSON.stringify(refused.body)).not.toContain(stranger.name);
  }
  const pending = [...(await readItems())].filter(
    ([name]) => name.startsWith("OUTBOX#") && !before.has(name),
  );
  expect(pending.filter(([, text]) => text.includes(stranger.userId))).toEqual([]);

  expect((await pay({ to_email: tess.email })).body).toMatchObject({ counterparty: tess.name });
  expect((await pay({ to_wallet: walletOf(theo) })).body).toMatchObject({ counterparty: theo.name });
  const shared = await pay(split({ to_email: tess.email }, { to_wallet: walletOf(theo) }));
  expect(shared.body).toMatchObject({ splits: [{ counterparty: tess.name }, { counterparty: theo.name }] });
  expect((await capture(walletOf(tess))).body).toMatchObject({ status: "captured" });
});

it("rejects transfers to the test recipients in the live ledger", async () => {
  const { live } = await createParties();
  await depositUnits(live.actor, "EUR", "10");
  const from_wallet = walletId("live", live.user.userId, "EUR");
  const [{ userId, email }] = testReceivers;
  for (const to of [{ to_email: email }, { to_wallet: walletId("live", userId, "EUR") }]) {
    const body = { from_wallet, amount: "1", ...to };
    const { status, body: answer } = await live.developer.signed("/v1/transfers", body);
    expect([status, answer]).toMatchObject([404, { error: { code: "RECIPIENT_UNKNOWN" } }]);
  }
});

it("tracks every change of the table, so that the tracked items equal the whole table", async () => {
  const followed = await readItems();
  known = undefined;
  const read = await readItems();
  const differing = [...new Set([...followed.keys(), ...read.keys()])].filter(
    (name) => followed.get(name) !== read.get(name),
  );
  expect(differing).toEqual([]);
});

it("leaves no differences in the audit of all ledgers", async () => {
  expect((await audit()).differences).toEqual([]);
});
