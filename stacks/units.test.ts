import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { livePrices } from "../contract/defi/prices/live.ts";
import { routes } from "../contract/index.ts";
import { localValues } from "../contract/local-only.ts";
import { type RouteSpec, route } from "../contract/route.ts";
import { socketEvents } from "../contract/socket.ts";
import { credentials } from "../core/platform/table/schema.ts";
import { stageConfig } from "./config.ts";
import { checkConcurrency, checkLimits, shareOf } from "./limits.ts";
import { allUnits } from "./svc.ts";
import { prodContext } from "./synth.fixture.ts";
import { consumerUnit, routeUnit, socketUnit } from "./units.ts";

const plain = route({
  id: "defi.wallets.plain",
  method: "GET",
  path: "/api/defi/plain",
  family: "defi",
  summary: "A route for these tests",
  auth: "signature",
  responses: { 200: { description: "Fine" } },
});
const withSpec = (change: Partial<RouteSpec>): RouteSpec => ({ ...plain, ...change });

const limit = { bucket: "b", max: 1, windowSeconds: 1, by: "ip" } as const;

test.each([
  ["does not read the table to check a signature", {}, false, []],
  ["reads the session of a credential", { auth: "session" }, true, []],
  ["reads the session of an optional credential", { auth: "none" }, true, []],
  ["writes only the count of a rate limit", { auth: "none", limit }, true, ["RATELIMIT#"]],
  ["records the use of an API key", { auth: "apiKey" }, true, ["APIKEYUSE#"]],
  [
    "records the use of an API key and the count of a rate limit",
    { auth: "apiKey", limit: "plan" },
    true,
    ["RATELIMIT#", "APIKEYUSE#"],
  ],
  ["keeps a route's own write access", { auth: "none", limit, grants: { table: "write" } }, true, "all"],
] as const)("a route's function %s", (_, change, reads, writes) => {
  expect(routeUnit(withSpec(change)).needs.table).toMatchObject({ reads, writes, closed: ["SECRET#"] });
});

test("a route's function may access only the kinds of secret items that the route names", () => {
  const { closed } = routeUnit(withSpec({ grants: { table: "read", credentials: ["password"] } })).needs
    .table;
  expect(closed).not.toContain("SECRET#PASSWORD#");
  expect([...closed, "SECRET#PASSWORD#"].toSorted()).toEqual(Object.values(credentials).toSorted());
});

test("a grant on an unknown queue or secret is rejected with its name", () => {
  expect(() => routeUnit(withSpec({ grants: { queues: ["nowhere"] } }))).toThrow(
    "route defi.wallets.plain names the queue nowhere",
  );
  expect(() => routeUnit(withSpec({ grants: { secrets: ["MY_PASSWORD"] } }))).toThrow(
    "route defi.wallets.plain names the secret MY_PASSWORD",
  );
});

test("a timeout above API Gateway's maximum is rejected", () => {
  expect(() => routeUnit(withSpec({ timeoutSeconds: 31 }))).toThrow("API Gateway waits 30 s");
});

test("the functions of the WebSocket reserve at most 250 concurrent executions", () => {
  const reserved = socketEvents.map((event) => socketUnit(livePrices, event).reservedConcurrency ?? Infinity);
  expect(reserved.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(250);
});

test("a consumer is rejected if its queue's visibility timeout is below six of its own timeouts", () => {
  const slow = {
    id: "slow",
    about: "Takes its time",
    trigger: { queue: "notifications", batchSize: 1, maxConcurrency: 2 },
    grants: {},
  } as const;
  expect(() => consumerUnit({ ...slow, timeoutSeconds: 25 })).not.toThrow();
  expect(() => consumerUnit({ ...slow, timeoutSeconds: 26 })).toThrow(
    "consumer slow may run 26 s: queue notifications needs a visibility timeout of at least 156 s",
  );
});

test("300 routes of one HTTP API are rejected, not counting the public API's", () => {
  const many = (count: number, family: RouteSpec["family"] = "web") =>
    Array.from({ length: count }, (_, index) =>
      withSpec({ family, id: `${family}.domain${index % 20}.route${index}` }),
    );
  expect(() => checkLimits(many(299))).not.toThrow();
  expect(() => checkLimits(many(300))).toThrow("300 paths of the main API");
  expect(() => checkLimits([...many(299), ...many(200, "public")])).not.toThrow();
});

test("a route with two versions counts twice towards an API's limit", () => {
  const versioned = Array.from({ length: 150 }, (_, index) =>
    withSpec({ family: "public", path: "/v1/things", id: `public.domain${index % 20}.route${index}` }),
  );
  expect(() => checkLimits(versioned)).toThrow("300 paths of the public API");
  expect(() => checkLimits(versioned.slice(1))).not.toThrow();
});

test("a domain with more routes than fit into a stack is rejected with its name", () => {
  const many = (length: number, idempotent: boolean) =>
    Array.from({ length }, (_, index) =>
      withSpec({ id: `defi.dex.route${index}`, auth: "session", idempotent }),
    );
  expect(() => checkLimits(many(71, false))).not.toThrow();
  expect(() => checkLimits(many(72, false))).toThrow("domain defi-dex has 72 routes");
  // Routes that move money need more resources for their canary deployments.
  expect(() => checkLimits(many(45, true))).not.toThrow();
  expect(() => checkLimits(many(46, true))).toThrow("domain defi-dex has 46 routes");
});

const configOf = (context: Record<string, string>) => stageConfig({ tryGetContext: (name) => context[name] });

test("an error names all missing settings of production", () => {
  expect(() => configOf({ stage: "prod" })).toThrow(
    "stage prod needs domain, certificateArn, mailFrom, alarmEmail, operationsUrl, region, monthlyBudgetUsd, STRIPE_LIVEMODE, PRICE_SOURCE",
  );
  expect(configOf(prodContext)).toMatchObject({ stage: "prod", priceClass: "PriceClass_All" });
  expect(() => configOf({ ...prodContext, STRIPE_LIVEMODE: "yes" })).toThrow("STRIPE_LIVEMODE");
});

test("production requires an https address without a fragment for the alarms' links", () => {
  expect(configOf({}).operationsUrl).toBe("docs/OPERATIONS.md");
  for (const operationsUrl of [
    "docs/OPERATIONS.md",
    "http://wiki.example/o",
    "https://wiki.example/o#alarms",
  ])
    expect(() => configOf({ ...prodContext, operationsUrl })).toThrow("operationsUrl must be");
});

test.each([
  ["PRICE_SOURCE", "simulated", "must name real sources only"],
  ["PRICE_SOURCE", "binance,simulated", "must name real sources only"],
  ["FAUCET_ENABLED", "true", 'must not be "true"'],
  ["ROLE_FOUR_EYES", "false", 'must not be "false"'],
  ["ADJUSTMENT_FOUR_EYES", "false", 'must not be "false"'],
  ["STRIPE_LIVEMODE", "false", 'must not be "false"'],
  ["BCRYPT_COST", "4", "must be 12 or more"],
  ["DEMO_API_KEY", "svc_live_demo", "must be unset"],
  ["BANK_URL", "http://localhost:3000/_local/bank", "must begin with https:// and point to another machine"],
  ["STRIPE_URL", "https://127.0.0.1:3000", "must begin with https:// and point to another machine"],
  ["CORS_ORIGINS", "https://shop.example,http://localhost:8080", "must be https:// origins"],
  ["IBAN_RANGE", localValues.IBAN_RANGE, "must not be"],
  ["CUSTODY_XPUB", localValues.CUSTODY_XPUB, "must not be"],
])("production rejects %s=%s, which another stage accepts", (name, value, rule) => {
  expect(() => configOf({ ...prodContext, [name]: value })).toThrow(`${name} ${rule}`);
  expect(() => configOf({ [name]: value })).not.toThrow();
});

test("production accepts public https addresses, and rejects every setting of the local runtime", () => {
  const real = { BANK_URL: "https://api.bank.example/v1", CORS_ORIGINS: "https://shop.example" };
  expect(configOf({ ...prodContext, ...real }).settings).toMatchObject(real);
  const [, local = ""] = readFileSync(".env.example", "utf8")
    .split(/^# --- the local runtime.*$|^$/m)
    .slice(1);
  const names = [...local.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => String(name));
  expect(names).toContain("LOCAL_DATA");
  for (const name of names) expect(() => configOf({ ...prodContext, [name]: "1" })).toThrow(name);
});

test("a developer's stage needs no settings, and its name has at most 12 allowed characters", () => {
  expect(configOf({})).toMatchObject({ stage: "dev", domain: undefined });
  expect(() => configOf({ stage: "Anna's stage" })).toThrow("must be up to 12");
});

const shared = [
  { id: "mcp.server", reservedConcurrency: 100 },
  { id: "notifications.stream", reservedConcurrency: 200 },
  { id: "defi.wallets.list" },
];
const reserved = (context: Record<string, string>) => {
  const { concurrency } = configOf({ ...prodContext, ...context });
  checkConcurrency(shared, concurrency);
  return shared.map((unit) => shareOf(unit, concurrency));
};

test("reserved concurrency must leave 100 of the account's executions unreserved", () => {
  expect(reserved({ accountConcurrency: "400" })).toEqual([100, 200, undefined]);
  expect(() => reserved({ accountConcurrency: "399" })).toThrow(
    "functions reserve 300 concurrent executions (mcp.server 100, notifications.stream 200) and 100 must stay unreserved, but the account has 399",
  );
  const lower = { accountConcurrency: "200", reservedConcurrency: "notifications.stream:80 mcp.server:20" };
  expect(reserved(lower)).toEqual([20, 80, undefined]);
  const none = { accountConcurrency: "10", reserveConcurrency: "false" };
  expect(reserved(none)).toEqual([undefined, undefined, undefined]);
});

test("each route that may hash a password has concurrency of its own, and the default quota suffices for all shares", () => {
  const units = routes.map((route) => ({ route, unit: routeUnit(route) }));
  const hashing = units.filter(
    ({ route: { method, grants } }) =>
      method === "POST" && grants?.credentials?.includes("password" as never),
  );
  expect(hashing.map(({ unit }) => unit.id)).toEqual(
    expect.arrayContaining(["auth.signin", "auth.register", "mobile.auth.login", "auth.password.change"]),
  );
  for (const { route, unit } of hashing)
    expect(unit.reservedConcurrency, unit.id).toBe(route.auth === "none" ? 20 : 5);
  for (const { route, unit } of units)
    if (!hashing.some((one) => one.unit === unit))
      expect(unit.reservedConcurrency, unit.id).toBe(route.reservedConcurrency);
  expect(() => checkConcurrency(allUnits(), configOf(prodContext).concurrency)).not.toThrow();
});

test("an invalid setting of reserved concurrency is rejected", () => {
  expect(() => reserved({ reservedConcurrency: "defi.wallets.list:5" })).toThrow(
    "reservedConcurrency names defi.wallets.list; functions with a share are mcp.server, notifications.stream",
  );
  expect(() => reserved({ reservedConcurrency: "mcp.server=5" })).toThrow('got "mcp.server=5"');
  expect(() => reserved({ accountConcurrency: "many" })).toThrow("accountConcurrency must be a whole number");
  expect(() => reserved({ reserveConcurrency: "no" })).toThrow(
    'reserveConcurrency must be "true" or "false"',
  );
});

test("a domain without a certificate is rejected", () => {
  expect(() => configOf({ domain: "api.svc.example" })).toThrow("domain and certificateArn go together");
});
