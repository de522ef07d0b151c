import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { launchBrowser } from "../support/chromium.ts";
import { fundAccount } from "../support/money.ts";
import { createUser } from "../support/people.ts";
import { withPlatform } from "../support/platform.ts";

/** The SDK without Node: in a Worker, and in a browser. */

const platform = withPlatform();
const SECRET = `whsec_${btoa("a webhook's secret of 32 bytes..")}`;
let code: string;
let given: Given;

interface Given {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly from: string;
  readonly to: string;
  readonly webhook: { readonly payload: string; readonly headers: Readonly<Record<string, string>> };
  readonly secret: string;
}

/** The tested program: reads, walks a list, signs and sends, handles an error, and verifies a webhook. */
const PROGRAM = `async (given) => {
  const { createClient, isSvcError, verifyWebhook } = svc;
  const client = createClient(given);
  const seen = [];
  for await (const one of client.list("/v1/wallets", { limit: 1 })) seen.push(one.asset);
  const body = { from_wallet: given.from, to_wallet: given.to, amount: "2.5" };
  const sent = await client.post("/v1/transfers", { body });
  const refused = await client.post("/v1/wallets", { body: { asset: "EUR" } }).catch((error) => error);
  const event = await verifyWebhook({ ...given.webhook, secret: given.secret });
  const forged = { ...given.webhook, payload: given.webhook.payload.replace("job", "bob") };
  const mistrusted = await verifyWebhook({ ...forged, secret: given.secret }).catch((error) => error.name);
  return JSON.stringify({
    seen: seen.sort(), amount: sent.amount, status: sent.status,
    refused: isSvcError(refused, "WALLET_EXISTS"), event: event.type, mistrusted,
  });
}`;
const DONE = {
  ...{ seen: ["BTC", "EUR"], amount: "2.5", status: "completed" },
  ...{ refused: true, event: "job-done", mistrusted: "WebhookVerificationError" },
};

/** Globals of Workers and browsers, without those of Node. */
const WEB = [
  ...["fetch", "Request", "Response", "Headers", "URL", "URLSearchParams", "crypto", "atob", "btoa"],
  ...["TextEncoder", "TextDecoder", "AbortController", "AbortSignal", "setTimeout", "clearTimeout"],
  ...["ReadableStream", "structuredClone", "queueMicrotask", "FormData", "Blob"],
] as const;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ["sdk/src/index.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "svc",
    platform: "browser",
    target: "es2022",
  });
  code = outputFiles[0]?.text ?? "";
  const [user, payee] = [await createUser(), await createUser()];
  const { secret: apiKey, signingSecret } = await ApiKeys.create(user, {
    name: "Elsewhere",
    mode: "live",
    plan: "pro",
    scopes: ["*"],
  });
  await fundAccount(user.userId, "BTC", 1n);
  const payload = JSON.stringify({ id: "evt_1", type: "job-done", data: {} });
  const now = new Date();
  given = {
    baseUrl: platform.url,
    apiKey,
    signingSecret,
    from: await fundAccount(user.userId, "EUR", 10_000n),
    to: await fundAccount(payee.userId, "EUR", 0n),
    webhook: {
      payload,
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(SECRET).sign("evt_1", now, payload),
      },
    },
    secret: SECRET,
  };
});

describe("the client without Node", () => {
  it("is bundled for browsers without Node's modules", () => {
    expect(code).toContain("webhook-signature");
    expect(code).not.toMatch(/["']node:|\brequire\(|\bBuffer\b/);
  });

  it("runs the test program with web globals only, as in a Worker", async () => {
    const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]));
    const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
    expect(runInContext("typeof process + typeof Buffer + typeof require + typeof global", context)).toBe(
      "undefined".repeat(4),
    );
    const run = runInContext(`${code}\n(${PROGRAM})`, context) as (given: Given) => Promise<string>;
    expect(JSON.parse(await run(given))).toEqual(DONE);
  });

  it("runs the test program in a browser, on a page of the platform", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${platform.url}/docs/signing`);
      const answer = await page.evaluate(
        `(() => { ${code}; return (${PROGRAM})(${JSON.stringify(given)}); })()`,
      );
      expect(JSON.parse(String(answer))).toEqual(DONE);
    } finally {
      await browser.close();
    }
  });
});
