import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Answer, type Call, createCall, firstOfStream, firstTick, TIMEOUT_MS } from "./visitor.ts";

/**
 * Checks whether a stage works: calls each kind of endpoint once, by its public host, without moving money.
 * Revokes its key and signs out at the end. Its account remains. Without a given account, it creates one with an
 * SES test address, so that the account's emails cause no bounces.
 */

export interface Login {
  readonly email: string;
  readonly password: string;
  /** True if no account with this address exists. Then it registers first, because sign-ins are limited. */
  readonly isNew?: boolean;
}

export interface Result {
  readonly name: string;
  readonly ms: number;
  readonly problem?: string;
  /** True if it did not run because a required check had failed. */
  readonly skipped?: boolean;
}

/** The results that checks pass to later ones. */
interface Visit {
  readonly url: string;
  readonly call: Call;
  readonly login: Login;
  token?: string;
  key?: { readonly id: string; readonly secret: string };
}

interface Check {
  readonly name: string;
  readonly needs?: "token" | "key";
  run(visit: Visit): Promise<void>;
}

export const newLogin = (): Login => ({
  email: `success+svc-smoke-${randomUUID()}@simulator.amazonses.com`,
  password: `Aa1!${randomBytes(18).toString("base64url")}`,
  isNew: true,
});

function expectStatus({ status, body }: Answer, ...wanted: readonly number[]): void {
  if (wanted.includes(status)) return;
  throw new Error(
    `the answer has the status ${status} instead of ${wanted.join(" or ")}: ${JSON.stringify(body).slice(0, 300)}`,
  );
}

function textOf(body: unknown, ...path: readonly string[]): string {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
  if (typeof value !== "string" || value === "") throw new Error(`the answer has no ${path.join(".")}`);
  return value;
}

const SYMBOL = "BTC";

const checks: readonly Check[] = [
  {
    name: "the home page",
    run: async ({ call }) => {
      const answer = await call("/");
      expectStatus(answer, 200);
      if (!String(answer.body).includes("<html")) throw new Error("the answer is not an HTML page");
      if (answer.headers.get("x-content-type-options") !== "nosniff")
        throw new Error("the answer has no security headers");
    },
  },
  {
    name: "an unknown path returns a JSON error",
    run: async ({ call }) => {
      const answer = await call("/api/no-such-thing");
      expectStatus(answer, 404);
      if (typeof answer.body !== "object") throw new Error("the answer is not JSON");
    },
  },
  {
    name: "a stranger sees no wallets",
    run: async ({ call }) => expectStatus(await call("/api/defi/wallets"), 401),
  },
  {
    name: "prices",
    run: async ({ call }) => {
      const answer = await call(`/api/defi/prices/${SYMBOL}`);
      expectStatus(answer, 200);
      if (!JSON.stringify(answer.body).includes(SYMBOL))
        throw new Error(`the answer does not contain ${SYMBOL}`);
    },
  },
  { name: "sign in", run: signIn },
  {
    name: "the current user",
    needs: "token",
    run: async ({ call, token, login }) => {
      const answer = await call("/api/auth/me", { token });
      expectStatus(answer, 200);
      if (!JSON.stringify(answer.body).includes(login.email))
        throw new Error("the answer is about another user");
    },
  },
  {
    name: "a wallet",
    needs: "token",
    run: async ({ call, token }) => {
      // 409 means that the wallet exists since an earlier run.
      expectStatus(
        await call("/api/defi/wallets", { method: "POST", token, body: { assetSymbol: "EUR" } }),
        200,
        409,
      );
      const answer = await call("/api/defi/wallets", { token });
      expectStatus(answer, 200);
      if (!JSON.stringify(answer.body).includes("EUR")) throw new Error("the EUR wallet is not in the list");
    },
  },
  {
    name: "a price over the WebSocket",
    run: async ({ url }) => void (await firstTick(url, SYMBOL)),
  },
  {
    name: "the notification stream",
    needs: "token",
    run: async ({ url, token = "" }) => void (await firstOfStream(url, "/api/notifications/stream", token)),
  },
  {
    name: "an API key",
    needs: "token",
    run: async (visit) => {
      const answer = await visit.call("/api/keys", {
        method: "POST",
        token: visit.token,
        body: {
          name: "smoke test",
          scopes: ["mcp:read", "wallets:read", "prices:read"],
          // If this run ends before it revokes the key, the key expires by itself.
          expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
        },
      });
      expectStatus(answer, 201);
      visit.key = { id: textOf(answer.body, "id"), secret: textOf(answer.body, "secret") };
    },
  },
  {
    name: "the public API",
    needs: "key",
    run: async ({ call, key }) => expectStatus(await call("/v1/wallets", { key: key?.secret }), 200),
  },
  { name: "MCP", needs: "key", run: mcp },
];

/** Signs in, and registers the account if it does not exist. */
async function signIn(visit: Visit): Promise<void> {
  const { email, password, isNew } = visit.login;
  // Sends the registration's token, so that the sign-in also ends the session that the registration began.
  const enter = (token?: string) =>
    visit.call("/api/auth/signin", { method: "POST", token, body: { email, password } });
  const known = isNew ? undefined : await enter();
  const answer = known && known.status !== 404 ? known : await register(visit).then(enter);
  expectStatus(answer, 200);
  visit.token = textOf(answer.body, "token");
}

async function register({ call, login: { email, password } }: Visit): Promise<string> {
  const body = { email, password, name: "Smoke Test" };
  const answer = await call("/api/auth/register", { method: "POST", body });
  expectStatus(answer, 201);
  return textOf(answer.body, "token");
}

async function mcp({ url, key }: Visit): Promise<void> {
  const client = new Client({ name: "svc-smoke", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { "x-api-key": key?.secret ?? "" } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0], { timeout: TIMEOUT_MS });
  try {
    const { tools } = await client.listTools(undefined, { timeout: TIMEOUT_MS });
    if (tools.length === 0) throw new Error("the server lists no tools");
  } finally {
    await client.close();
  }
}

/** Cleans up. A session that was signed out must be rejected. */
const cleanups: readonly Check[] = [
  {
    name: "the key is revoked",
    needs: "key",
    run: async ({ call, token, key }) =>
      expectStatus(await call(`/api/keys/${key?.id}`, { method: "DELETE", token }), 200, 204),
  },
  {
    name: "sign out",
    needs: "token",
    run: async ({ call, token }) => {
      expectStatus(await call("/api/auth/signout", { method: "POST", token }), 200, 204);
      expectStatus(await call("/api/auth/me", { token }), 401);
    },
  },
];

/** Runs every check in order, and skips those whose requirements failed. */
export async function smoke(
  url: string,
  login: Login,
  onResult: (result: Result) => void = () => undefined,
): Promise<readonly Result[]> {
  const visit: Visit = { url, call: createCall(url), login };
  const results: Result[] = [];
  for (const check of [...checks, ...cleanups]) {
    const result = await runCheck(check, visit);
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Summarizes the results. Skipped checks do not count as failed. */
export function summary(results: readonly Result[]): string {
  const left = results.filter(({ skipped }) => skipped).length;
  const failed = results.filter(({ problem, skipped }) => problem !== undefined && !skipped).length;
  if (failed + left === 0) return "works.";
  return `does not work: ${failed} of ${results.length} checks failed, ${left} were skipped.`;
}

async function runCheck({ name, needs, run }: Check, visit: Visit): Promise<Result> {
  if (needs && visit[needs] === undefined)
    return {
      name,
      ms: 0,
      skipped: true,
      problem: `needs the ${needs}, which an earlier check did not create`,
    };
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    await run(visit);
    return { name, ms: ms() };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    const { key: { secret } = {}, token, login } = visit;
    return { name, ms: ms(), problem: removeSecrets(why, [secret, token, login.password]) };
  }
}

const removeSecrets = (text: string, secrets: readonly (string | undefined)[]): string =>
  secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, "[hidden]") : left), text);
