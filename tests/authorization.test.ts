import { describe, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { jsonSchemaOf } from "../contract/openapi/schemas.ts";
import type { RouteSpec } from "../contract/route.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { createBodyResources, createResources, resourceKind } from "./support/belongings.ts";
import { bearer, type Credential, createCredentials, expectedDecision } from "./support/credentials.ts";
import { onWeb } from "./support/identity.ts";
import { merchantOf } from "./support/payments.ts";
import { deviceTokenOf, person, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { sampleOf } from "./support/sample.ts";

/**
 * The authorization matrix: every route of the list, asked with every kind of credential and with somebody
 * else's ids. What a route must answer follows from its statement alone, so a new route is covered by being
 * there.
 */

const platform = withPlatform({ consumers: [] });

interface Asked {
  readonly status: number;
  readonly keep: string;
  readonly text: string;
}

let addresses = 0;

/** Calls a route; each call from an address of its own, so that no limit per address speaks first. */
async function ask(
  spec: RouteSpec,
  path: string,
  headers: Credential["headers"],
  body?: unknown,
): Promise<Asked> {
  // The free plan, which sessions have, lets one pass a second.
  if (spec.limit === "plan") Clock.setOffset(Clock.offset() + 1000);
  const stop = new AbortController();
  const response = await fetch(platform.url + path, {
    method: spec.method === "ANY" ? "POST" : spec.method,
    headers: {
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      "x-forwarded-for": `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`,
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "manual",
    signal: stop.signal,
  });
  const { status } = response;
  const isStream = response.headers.get("content-type")?.includes("event-stream");
  const text = isStream ? "" : await response.text();
  stop.abort();
  return { status, keep: response.headers.get("cache-control") ?? "", text };
}

const filled = (spec: RouteSpec, params: Readonly<Record<string, string>> = {}): string =>
  spec.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? "absent");

const guarded = routes.filter(({ auth }) => auth !== "signature");
/** Ends sessions of its caller's account, so each is asked with credentials of its own. */
const endsSession = ({ id }: RouteSpec): boolean =>
  /\.(signout|logout|logout-all|end-others|ask-erasure)$/.test(id);
const rounds = [
  guarded.filter((spec) => !endsSession(spec)),
  ...guarded.filter(endsSession).map((spec) => [spec]),
];

/**
 * Whether a status is what the verdict says. What a route lets in it may still refuse by its own stated
 * rules, never for want of a credential.
 */
function isRight(spec: RouteSpec, expected: ReturnType<typeof expectedDecision>, status: number): boolean {
  if (expected === 401 && spec.signInAt) return status === 302;
  if (expected !== "in") return status === expected;
  const asksElse =
    spec.signed || (spec.auth === "none" && spec.errors?.some(({ kind }) => kind === "unauthenticated"));
  return status < 500 && (status !== 401 || asksElse === true);
}

it("every route takes the credentials that it states, answers all others with 401 or 403, and has no such answer kept for others", async () => {
  const wrong: string[] = [];
  for (const specs of rounds)
    for (const credential of await createCredentials())
      for (const spec of specs) {
        const { status, keep, text } = await ask(spec, filled(spec), credential.headers);
        // What a route without a credential may say, `kept-answers.test.ts` asks.
        if (spec.auth !== "none" && /public|s-maxage/.test(keep))
          wrong.push(`${spec.id} lets the answer to ${credential.name} be kept: ${keep}`);
        const expected = expectedDecision(spec, credential);
        if (!isRight(spec, expected, status))
          wrong.push(`${spec.id} answers ${credential.name} with ${status}, not ${expected}: ${text}`);
      }
  expect(wrong).toEqual([]);
}, 240_000);

it("a route that is for providers takes nobody's credential for a signature", async () => {
  const specs = routes.filter(({ auth }) => auth === "signature");
  expect(specs.length).toBeGreaterThan(0);
  for (const credential of await createCredentials())
    for (const spec of specs) {
      const { status } = await ask(spec, filled(spec), credential.headers, {});
      expect([400, 401], `${spec.id} and ${credential.name}`).toContain(status);
    }
}, 60_000);

/** What is everybody's: the parameter names nothing that has an owner. */
const PUBLIC = [
  "/api/auth/{framework+}",
  "/api/billing/{path+}",
  "/api/defi/governance/proposals/{id}",
  "/api/defi/prices/{symbol}",
  "/v1/governance/proposals/{id}",
  "/v1/exchange/pairs/{id}",
  "/v1/farming/farms/{id}",
  "/v1/prices/{symbol}",
  "/v1/staking/pools/{id}",
  "/api/v1/mobile/loyalty/enroll/{programId}",
  "/assets/{file}",
  "/dashboard/{path+}",
  "/docs/{guide}",
];

describe("somebody else's ids", () => {
  /**
   * What administrators alone may ask for is nobody's own; who else is let in, the matrix above says. What is
   * signed is asked by tests of its own.
   */
  const named = routes.filter(
    ({ path, auth, signed }) =>
      auth !== "admin" && !signed && path.includes("{") && !PUBLIC.some((one) => path.startsWith(one)),
  );
  /** The owner's own view of all that there is. */
  const view = async (headers: Credential["headers"]): Promise<string[]> => {
    const reads = routes.filter(
      ({ method, auth, path, stream, family }) =>
        method === "GET" && auth === "session" && !stream && !path.includes("{") && family !== "web",
    );
    const answers = await Promise.all(reads.map((spec) => ask(spec, spec.path, headers)));
    return answers.map(({ text }, index) => `${reads[index]?.id} ${text.replace(/"price".*?}|[\d.]+/g, "")}`);
  };

  it("are unknown to every caller who is not of the staff, and what they name stays as it is", async () => {
    const owner = await person("PARTICULIER");
    const things = await createResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    const before = await view(own);
    const wrong: string[] = [];
    for (const credential of await createCredentials()) {
      if (credential.role === "EMPLOYE" || credential.role === "ADMIN") continue;
      for (const spec of named) {
        const params = things[resourceKind(spec)];
        if (!params)
          wrong.push(`nothing of the kind ${resourceKind(spec)} is known here: ${spec.id} is not covered`);
        if (!params || expectedDecision(spec, credential) !== "in") continue;
        const body = spec.request?.body && sampleOf(spec.request.body);
        // A cursor is of a list that was read: whoever has not read it has none.
        const { cursor: _, ...query } = (spec.request?.query ? sampleOf(spec.request.query) : {}) as Record<
          string,
          string
        >;
        const path = `${filled(spec, params)}?${new URLSearchParams(query)}`;
        const { status, text } = await ask(spec, path, credential.headers, body);
        if (status !== 404) wrong.push(`${spec.id} answers ${credential.name} with ${status}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await view(own)).toEqual(before);
  }, 60_000);

  it("are known to their owner", async () => {
    const owner = await person("PROFESSIONNEL");
    const things = await createResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    const onPhone = bearer(await deviceTokenOf(owner));
    for (const spec of named.filter(({ method, id }) => method === "GET" && id !== "jobs.shared")) {
      const params = things[resourceKind(spec)];
      const { status } = await ask(spec, filled(spec, params), spec.auth === "mobile" ? onPhone : own);
      expect(status, spec.id).toBe(200);
    }
  });
});

/** Ids in bodies of what is everybody's, or the staff's alone. */
const SHARED = [
  "defi.dex.liquidity.add pairId",
  "defi.staking.stake poolId",
  "defi.wallets.adjust approvalId",
  "defi.wallets.adjust flagId",
  "mobile.payments.process merchantId",
  "mobile.payments.scheduled.create toAccountId",
  "mobile.wallet.transfer toAccountId",
  "payments.create merchantId",
];

/** A device makes these itself: they name nobody else's. */
const OWN = ["deviceId", "clientChangeId", "walletAccountId"];

/** What a body has instead of a field, never beside it. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  "mobile.payments.process cardId": ["accountId", "recipient"],
  "mobile.payments.process paymentMethodId": ["accountId", "recipient"],
  "mobile.wallet.topup cardId": ["paymentMethodId"],
  "mobile.wallet.withdraw beneficiaryId": ["iban", "beneficiaryName"],
};

interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** The names of a body's fields, at any depth. */
const fieldsOf = ({ properties = {}, items, anyOf = [] }: Described): string[] => [
  ...Object.entries(properties).flatMap(([name, one]) => [name, ...fieldsOf(one)]),
  ...[...anyOf, ...(items ? [items] : [])].flatMap(fieldsOf),
];

/** An id of the same kind that nobody has. */
const unknownLike = (id: string): string =>
  /[0-9a-hjkmnp-tv-z]{26}/.test(id)
    ? id.replace(/[0-9a-hjkmnp-tv-z]{26}/, Ids.create("job").slice("job_".length))
    : id.replace(/(?<=_).+/, "nobody");

describe("somebody else's ids in a body", () => {
  const named = guarded
    .filter(({ auth }) => auth !== "admin")
    .flatMap((spec) => {
      const fields = spec.request?.body
        ? fieldsOf(jsonSchemaOf(spec.request.body, "input") as Described)
        : [];
      return fields
        .filter((name) => /Id$/.test(name) && !OWN.includes(name))
        .map((field) => ({ spec, field }));
    })
    .filter(({ spec, field }) => !SHARED.includes(`${spec.id} ${field}`));

  it("are answered as ids that nobody has, and otherwise than to their owner", async () => {
    const owner = await person("PARTICULIER");
    const things = await createBodyResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    expect(named.map(({ spec, field }) => `${spec.id} ${field}`).sort()).toEqual(Object.keys(things).sort());
    const wrong: string[] = [];
    // Whom a card pays.
    const { merchantId } = await merchantOf();
    const strangers = (await createCredentials()).filter(
      ({ role }) => role !== "EMPLOYE" && role !== "ADMIN",
    );
    for (const { spec, field } of named) {
      const id = things[`${spec.id} ${field}`] ?? "";
      const nobody = new Set<string>();
      const sent = (headers: Credential["headers"], value: string) => {
        const example = spec.request?.body && (sampleOf(spec.request.body) as object);
        const others = (INSTEAD[`${spec.id} ${field}`] ?? []).map((name) => [name, undefined]);
        return ask(spec, filled(spec), headers, {
          ...example,
          ...Object.fromEntries(others),
          ...(others.some(([name]) => name === "recipient") && { merchantId }),
          [field]: value,
        });
      };
      for (const { name, headers } of strangers.filter((one) => expectedDecision(spec, one) === "in")) {
        const unknown = unknownLike(id);
        const [theirs, nobodys] = [await sent(headers, id), await sent(headers, unknown)];
        const isAlike = theirs.text.replaceAll(id, "…") === nobodys.text.replaceAll(unknown, "…");
        // The payment provider's own objects are its to know: the payments routes' 422 (spec 3, section 7).
        if (![404, ...(field === "paymentMethodId" ? [422] : [])].includes(nobodys.status) || !isAlike)
          wrong.push(`${spec.id} answers ${name}: ${field} ${theirs.status} ${theirs.text} ${nobodys.text}`);
        nobody.add(nobodys.text.replaceAll(unknown, id));
      }
      const { status, text } = await sent(own, id);
      if (nobody.has(text)) wrong.push(`${spec.id} answers the owner of ${field} with ${status}: ${text}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
