import { describe, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { jsonSchemaOf } from "../contract/openapi/schemas.ts";
import type { RouteSpec } from "../contract/route.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { walletId } from "../core/ledger/accounts.ts";
import { bearer, type Credential, createCredentials, expectedDecision } from "./support/credentials.ts";
import { depositUnits } from "./support/exchange.ts";
import { onWeb } from "./support/identity.ts";
import { createMerchant } from "./support/payments.ts";
import { createUser, deviceTokenOf, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { createBodyResources, createResources, resourceKind } from "./support/resources.ts";
import { sampleOf } from "./support/sample.ts";

/**
 * The authorization matrix: every route is called with every kind of credential, and with another user's ids.
 * The expected status follows from the route's definition, so new routes are covered automatically.
 */

const platform = withPlatform({ consumers: [] });

interface Answer {
  readonly status: number;
  readonly cacheControl: string;
  readonly text: string;
}

let addresses = 0;

/** Calls a route from a unique IP address, so that no limit by address applies first. */
async function callRoute(
  spec: RouteSpec,
  path: string,
  headers: Credential["headers"],
  body?: unknown,
): Promise<Answer> {
  // The free plan allows one request per second.
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
  return { status, cacheControl: response.headers.get("cache-control") ?? "", text };
}

const fillPath = (spec: RouteSpec, params: Readonly<Record<string, string>> = {}): string =>
  spec.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? "absent");

const unsignedRoutes = routes.filter(({ auth }) => auth !== "signature");
/** Returns whether a route ends sessions of the caller's account. Each such route is tested with new credentials. */
const endsSession = ({ id }: RouteSpec): boolean =>
  /\.(signout|logout|logout-all|end-others|ask-erasure)$/.test(id);
const rounds = [
  unsignedRoutes.filter((spec) => !endsSession(spec)),
  ...unsignedRoutes.filter(endsSession).map((spec) => [spec]),
];

/**
 * Returns whether a status matches the expected decision. An accepted request may still be rejected by the
 * route's own rules, but not for its credential.
 */
function isExpectedStatus(
  spec: RouteSpec,
  expected: ReturnType<typeof expectedDecision>,
  status: number,
): boolean {
  if (expected === 401 && spec.signInAt) return status === 302;
  if (expected !== "in") return status === expected;
  const asksElse =
    spec.signed || (spec.auth === "none" && spec.errors?.some(({ kind }) => kind === "unauthenticated"));
  return status < 500 && (status !== 401 || asksElse === true);
}

it("accepts exactly the credentials that each route declares, and lets no shared cache store responses of routes with auth", async () => {
  const wrong: string[] = [];
  for (const specs of rounds)
    for (const credential of await createCredentials())
      for (const spec of specs) {
        const { status, cacheControl, text } = await callRoute(spec, fillPath(spec), credential.headers);
        // `cached-responses.test.ts` covers routes without a credential.
        if (spec.auth !== "none" && /public|s-maxage/.test(cacheControl))
          wrong.push(`${spec.id} lets the response to ${credential.name} be cached: ${cacheControl}`);
        const expected = expectedDecision(spec, credential);
        if (!isExpectedStatus(spec, expected, status))
          wrong.push(`${spec.id} answers ${credential.name} with ${status}, not ${expected}: ${text}`);
      }
  expect(wrong).toEqual([]);
}, 240_000);

it("rejects every user credential on a route that requires a provider's signature", async () => {
  const specs = routes.filter(({ auth }) => auth === "signature");
  expect(specs.length).toBeGreaterThan(0);
  for (const credential of await createCredentials())
    for (const spec of specs) {
      const { status } = await callRoute(spec, fillPath(spec), credential.headers, {});
      expect([400, 401], `${spec.id} and ${credential.name}`).toContain(status);
    }
}, 60_000);

/** Paths whose parameter identifies a public resource, which has no owner. */
const PUBLIC = [
  "/api/auth/accounts/{provider}",
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
  "/.well-known/{name}",
  "/assets/{file}",
  "/dashboard/{path+}",
  "/docs/{guide}",
];

describe("another user's ids", () => {
  /**
   * Routes for administrators only have no owner; the matrix above covers access to them. Separate tests
   * cover signed routes.
   */
  const named = routes.filter(
    ({ path, auth, signed }) =>
      auth !== "admin" && !signed && path.includes("{") && !PUBLIC.some((one) => path.startsWith(one)),
  );
  /** Returns the owner's responses of all lists, without figures and prices, which change with time. */
  const view = async (headers: Credential["headers"]): Promise<string[]> => {
    const reads = routes.filter(
      ({ method, auth, path, stream, family }) =>
        method === "GET" && auth === "session" && !stream && !path.includes("{") && family !== "web",
    );
    const answers = await Promise.all(reads.map((spec) => callRoute(spec, spec.path, headers)));
    return answers.map(({ text }, index) => `${reads[index]?.id} ${text.replace(/"price".*?}|[\d.]+/g, "")}`);
  };

  it("get 404 for every caller except staff, and the owner's resources stay unchanged", async () => {
    const owner = await createUser("PARTICULIER");
    const resources = await createResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    const before = await view(own);
    const wrong: string[] = [];
    for (const credential of await createCredentials()) {
      if (credential.role === "EMPLOYE" || credential.role === "ADMIN") continue;
      for (const spec of named) {
        const params = resources[resourceKind(spec)];
        if (!params)
          wrong.push(`nothing of the kind ${resourceKind(spec)} is known here: ${spec.id} is not covered`);
        if (!params || expectedDecision(spec, credential) !== "in") continue;
        const body = spec.request?.body && sampleOf(spec.request.body);
        // A cursor belongs to a list that was read, so a stranger has none.
        const { cursor: _, ...query } = (spec.request?.query ? sampleOf(spec.request.query) : {}) as Record<
          string,
          string
        >;
        const path = `${fillPath(spec, params)}?${new URLSearchParams(query)}`;
        const { status, text } = await callRoute(spec, path, credential.headers, body);
        if (status !== 404) wrong.push(`${spec.id} answers ${credential.name} with ${status}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await view(own)).toEqual(before);
  }, 60_000);

  it("get 200 for their owner on the same GET routes", async () => {
    const owner = await createUser("PROFESSIONNEL");
    const resources = await createResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    const onPhone = bearer(await deviceTokenOf(owner));
    for (const spec of named.filter(({ method, id }) => method === "GET" && id !== "jobs.shared")) {
      const params = resources[resourceKind(spec)];
      const { status } = await callRoute(
        spec,
        fillPath(spec, params),
        spec.auth === "mobile" ? onPhone : own,
      );
      expect(status, spec.id).toBe(200);
    }
  });
});

/** Body fields with the id of a public resource, or of a resource for staff only. */
const SHARED = [
  "defi.dex.liquidity.add pairId",
  "defi.staking.stake poolId",
  "defi.wallets.adjust approvalId",
  "defi.wallets.adjust flagId",
  "mobile.payees.add accountId",
  "mobile.payments.process merchantId",
  "mobile.payments.scheduled.create toAccountId",
  "mobile.wallet.transfer toAccountId",
  "payments.create merchantId",
];

/** Ids that a device generates itself. */
const OWN = ["deviceId", "clientChangeId", "walletAccountId"];

/** Fields that a body must not have together with the tested field. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  "mobile.payments.process cardId": ["accountId", "recipient"],
  "mobile.payments.process paymentMethodId": ["accountId", "recipient"],
  "mobile.wallet.topup cardId": ["paymentMethodId"],
  "mobile.payments.scheduled.create toBeneficiaryId": ["toEmail"],
  "mobile.wallet.transfer toBeneficiaryId": ["toEmail"],
  "mobile.wallet.withdraw beneficiaryId": ["iban", "beneficiaryName"],
};

/** Fields by which a request names its caller's own account, so that it is rejected for the tested field only. */
const OWN_ACCOUNT: Readonly<Record<string, string>> = {
  "mobile.wallet.topup cardId": "accountId",
  "mobile.wallet.topup paymentMethodId": "accountId",
  "mobile.payments.scheduled.create toBeneficiaryId": "accountId",
  "mobile.wallet.transfer toBeneficiaryId": "fromAccountId",
  "mobile.wallet.withdraw beneficiaryId": "accountId",
};

interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** Returns the names of a body's fields, at any depth. */
const fieldsOf = ({ properties = {}, items, anyOf = [] }: Described): string[] => [
  ...Object.entries(properties).flatMap(([name, one]) => [name, ...fieldsOf(one)]),
  ...[...anyOf, ...(items ? [items] : [])].flatMap(fieldsOf),
];

/** Returns an id of the same kind that does not exist. */
const unknownLike = (id: string): string =>
  /[0-9a-hjkmnp-tv-z]{26}/.test(id)
    ? id.replace(/[0-9a-hjkmnp-tv-z]{26}/, Ids.create("job").slice("job_".length))
    : id.replace(/(?<=_).+/, "unknown");

describe("another user's ids in a body", () => {
  const named = unsignedRoutes
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

  it("get the same response as unknown ids, which differs from their owner's response", async () => {
    const owner = await createUser("PARTICULIER");
    const resources = await createBodyResources(onWeb(owner));
    const own = bearer(await tokenOf(owner));
    expect(named.map(({ spec, field }) => `${spec.id} ${field}`).sort()).toEqual(
      Object.keys(resources).sort(),
    );
    const wrong: string[] = [];
    const { merchantId } = await createMerchant();
    const strangers = (await createCredentials()).filter(
      ({ role }) => role !== "EMPLOYE" && role !== "ADMIN",
    );
    for (const { user } of strangers) if (user) await depositUnits(onWeb(user), "EUR", "1");
    for (const { spec, field } of named) {
      const id = resources[`${spec.id} ${field}`] ?? "";
      const unknownAnswers = new Set<string>();
      const sent = (headers: Credential["headers"], value: string, caller = owner) => {
        const ownAccount = OWN_ACCOUNT[`${spec.id} ${field}`];
        const example = spec.request?.body && (sampleOf(spec.request.body) as object);
        const others = (INSTEAD[`${spec.id} ${field}`] ?? []).map((name) => [name, undefined]);
        return callRoute(spec, fillPath(spec), headers, {
          ...example,
          ...Object.fromEntries(others),
          ...(others.some(([name]) => name === "recipient") && { merchantId }),
          ...(ownAccount !== undefined && { [ownAccount]: walletId("live", caller.userId, "EUR") }),
          [field]: value,
        });
      };
      for (const { name, headers, user } of strangers.filter((one) => expectedDecision(spec, one) === "in")) {
        const unknown = unknownLike(id);
        const [theirs, unknownAnswer] = [await sent(headers, id, user), await sent(headers, unknown, user)];
        const isAlike = theirs.text.replaceAll(id, "…") === unknownAnswer.text.replaceAll(unknown, "…");
        // An unknown payment method is rejected by the payment provider: 422 on payments routes (spec 3, section 7).
        if (![404, ...(field === "paymentMethodId" ? [422] : [])].includes(unknownAnswer.status) || !isAlike)
          wrong.push(
            `${spec.id} answers ${name}: ${field} ${theirs.status} ${theirs.text} ${unknownAnswer.text}`,
          );
        unknownAnswers.add(unknownAnswer.text.replaceAll(unknown, id));
      }
      const { status, text } = await sent(own, id);
      if (unknownAnswers.has(text))
        wrong.push(`${spec.id} answers the owner of ${field} with ${status}: ${text}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
