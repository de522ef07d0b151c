import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import * as Governance from "../core/defi/governance/index.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import * as Devices from "../core/identity/devices/index.ts";
import * as Assets from "../core/kernel/assets/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { tools } from "../functions/mcp/_tools/index.ts";
import { clientConfig } from "../local/database.ts";
import { depositUnits } from "./support/exchange.ts";
import { proposalDraft } from "./support/governance.ts";
import { onWeb } from "./support/identity.ts";
import { lagIndex } from "./support/lagging-index.ts";
import { createCaller, createUser, refusesSessions, testKeyOf, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { requestsOf, scenes } from "./support/repeatable.ts";
import { createBodyResources, createResources, type Params, resourceKind } from "./support/resources.ts";
import { sampleOf } from "./support/sample.ts";

/** Indexes are eventually consistent, so only schedules read them: users' requests read and write by key. */

const platform = withPlatform({ providers: true, consumers: [] });

let index: ReturnType<typeof lagIndex>;
beforeAll(() => {
  index = lagIndex(platform.dynamodbEndpoint, Number.POSITIVE_INFINITY);
});
afterAll(() => Table.configure(clientConfig(platform.dynamodbEndpoint)));

let addresses = 0;
const ip = () => `198.51.100.${++addresses}`;

it("executes every idempotent route without a read of the index", async () => {
  const idempotent = routes.filter((spec) => spec.idempotent);
  expect(idempotent.length).toBeGreaterThan(15);
  for (const spec of idempotent) {
    const scene = scenes[spec.id];
    const role = scene?.role ?? (spec.auth === "admin" ? "ADMIN" : spec.roles?.[0]);
    const user = await createUser(role);
    const prepared = await scene?.prepare(onWeb(user), platform.advance);
    const { path, body } = requestsOf(spec, prepared ?? {}).request;
    const { token, sign } = await createCaller(spec, user);
    const headers = { "idempotency-key": crypto.randomUUID(), ...(await sign(path, body)) };
    const { status } = await platform.call(spec.method, path, { token, headers, body, ip: ip() });
    expect(status, spec.id).toBeLessThan(300);
  }
  expect(index.asked()).toBe(0);
});

const anyPrice = { symbol: "BTC" };
/** Query parameters of routes that require some. */
const queries: Readonly<Record<RouteSpec["id"], Params>> = {
  "public.exchange.quotes": { asset_in: "USDC", asset_out: "BTC", amount_in: "1" },
  "defi.dex.quote": { tokenIn: "USDC", tokenOut: "BTC", amountIn: "1" },
  "admin.users.search": { email: "unknown@example.com" },
};

/** Parameters of public resources. */
const publicParams = (proposalId: string, userId: string): Readonly<Record<string, Params>> => ({
  "/api/auth/{framework+}": { framework: "providers" },
  "/api/defi/governance/proposals/{id}": { id: proposalId },
  "/api/defi/prices/{symbol}": anyPrice,
  "/v1/governance/proposals/{id}": { id: proposalId },
  "/v1/exchange/pairs/{id}": { id: "BTC-USDC" },
  "/v1/farming/farms/{id}": { id: "btc-usdc" },
  "/v1/prices/{symbol}": anyPrice,
  "/v1/staking/pools/{id}": { id: "flexible" },
  "/api/admin/users/{id}": { id: userId },
  "/api/admin/kyc/{userId}": { userId },
  "/docs/{guide}": { guide: "first-call" },
  "/.well-known/{name}": { name: "passkey-endpoints" },
  "/assets/{file}": { file: Assets.get("BTC").logoUrl.replace("/assets/", "") },
});

/** Pages that redirect signed-out visitors and have no content here. */
const EMPTY = ["web.billing", "web.dashboard.page"];

const pathOf = ({ id, path }: RouteSpec, params: Params = {}): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? "absent") +
  (id in queries ? `?${new URLSearchParams(queries[id])}` : "");

/** Creates an administrator with a resource of each kind, and a credential for each authentication method. */
async function createAdministrator() {
  const user = await createUser("ADMIN");
  const actor = onWeb(user);
  const resources = await createResources(actor);
  await createBodyResources(actor);
  await depositUnits(actor, "YANI", "2000000");
  const { id: proposalId } = await Governance.create(actor, proposalDraft());
  const { accessToken: mobile } = await Devices.start(
    { ...user, amr: ["password", "provider"] },
    { ip: ip(), userAgent: "test" },
    {
      deviceId: crypto.randomUUID(),
      deviceInfo: { platform: "ios", model: "m", osVersion: "1", appVersion: "1" },
    },
  );
  const web = await tokenOf(user);
  const grant = { name: "reads", mode: "live", plan: "enterprise", scopes: ["*"] } as const;
  const { secret } = await ApiKeys.create(actor, grant);
  const credentials = {
    none: web,
    session: web,
    admin: web,
    mobile,
    person: mobile,
    apiKey: secret,
  } as const;
  return {
    user,
    resources: { ...resources, ...publicParams(proposalId, user.userId) },
    credentials,
    proposalId,
  };
}

it("answers every GET route without a read of the index, for every authentication method", async () => {
  const { user, resources, credentials } = await createAdministrator();
  const tests = await testKeyOf(user);
  const wrong: string[] = [];
  const asked = new Set<RouteSpec["auth"]>();
  for (const spec of routes) {
    if (!["GET", "ANY"].includes(spec.method) || spec.auth === "signature" || EMPTY.includes(spec.id))
      continue;
    asked.add(spec.auth);
    const params = resources[resourceKind(spec)];
    if (spec.path.includes("{") && !params)
      wrong.push(`nothing of the kind ${resourceKind(spec)} is known here: ${spec.id} is not covered`);
    const token = refusesSessions(spec) ? tests : credentials[spec.auth];
    const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": ip() };
    const stop = new AbortController();
    const { status } = await fetch(platform.url + pathOf(spec, params), {
      headers,
      redirect: "manual",
      signal: stop.signal,
    });
    stop.abort();
    if (status >= 400) wrong.push(`${spec.id} answers ${status}`);
  }
  expect(wrong).toEqual([]);
  expect([...asked].sort()).toEqual(["admin", "apiKey", "mobile", "none", "person", "session"]);
  expect(index.asked()).toBe(0);
});

it("answers every MCP tool that only reads, every resource and every prompt without a read of the index", async () => {
  const { user, resources, credentials, proposalId } = await createAdministrator();
  const { email } = user;
  const headers = { "x-api-key": credentials.apiKey };
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { ...headers, "x-forwarded-for": ip() } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${platform.url}/mcp`), { requestInit }));
  const given: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    svc_get_wallet: { walletId: resources["/api/defi/wallets/{id}"]?.["id"] },
    svc_get_price: anyPrice,
    svc_get_price_history: anyPrice,
    svc_get_quote: queries["defi.dex.quote"] ?? {},
    svc_get_proposal: { proposalId },
  };
  const reading = tools.filter(({ writes }) => !writes);
  expect(reading.length).toBeGreaterThan(20);
  for (const { name, input } of reading) {
    const named = "email" in input.shape ? { email } : {};
    const { isError, content } = await client.callTool({ name, arguments: { ...named, ...given[name] } });
    expect(isError ?? false, `${name} ${JSON.stringify(content)}`).toBe(false);
  }
  const { resources: mcpResources } = await client.listResources();
  for (const { uri } of mcpResources) await client.readResource({ uri });
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) await client.getPrompt({ name, arguments: { email } });
  await client.close();

  const bodies: Readonly<Record<string, object>> = {
    "mcp.prompts.get": { name: prompts[0]?.name, arguments: { email } },
  };
  for (const spec of routes.filter(({ id }) => /^mcp\.(resources|prompts)\./.test(id))) {
    const body = bodies[spec.id] ?? (spec.request?.body && sampleOf(spec.request.body));
    const { status } = await platform.call(spec.method, spec.path, { headers, body, ip: ip() });
    expect(status, spec.id).toBe(200);
  }
  expect(index.asked()).toBe(0);
});
