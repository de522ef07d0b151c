import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../contract/index.ts";
import { handlerFile } from "../../contract/route.ts";
import type { Handler } from "../../functions/_chain/outer.ts";
import { withRoutes } from "../../tests/support/chain.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { bundle } from "../bundle.ts";

/** Functions as deployed: bundled, minified, with lazy schemas. */

const IDS = ["auth.register", "auth.me", "defi.wallets.create", "defi.wallets.list", "defi.wallets.read"];

const outdir = mkdtempSync(join(tmpdir(), "svc-served-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const specs = routes.filter(({ id }) => IDS.includes(id));
await bundle(outdir, {
  units: specs.map((spec) => ({ id: spec.id, title: spec.id, file: handlerFile(spec) })),
});
const served = await Promise.all(
  specs.map(async (spec) => {
    const made = await import(pathToFileURL(join(outdir, spec.id, "index.cjs")).href);
    return { spec, handler: made.handler as Handler };
  }),
);

const database = withDatabase();
beforeAll(() => {
  Object.assign(process.env, {
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    JWT_SECRET: "a-secret-of-a-test-that-is-32-bytes-0",
    CSRF_SECRET: "a-secret-of-a-test-that-is-32-bytes-1",
  });
});
const call = withRoutes(served);

const post = (path: string, body: object, token = "") =>
  call(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
  });

test("bundled functions validate requests, and answer as their schemas state", async () => {
  const ada = { email: "Ada@Example.com", name: "Ada Lovelace", password: "Correct-horse-9-battery" };
  expect(await post("/api/auth/register", { ...ada, role: "ADMIN" })).toMatchObject({ status: 400 });
  const { status, body } = await post("/api/auth/register", ada);
  expect({ status, body }).toMatchObject({ status: 201, body: { user: { email: "ada@example.com" } } });
  const token = String(body["token"]);
  const headers = { authorization: `Bearer ${token}` };
  expect(await call("/api/auth/me", { headers })).toMatchObject({
    status: 200,
    body: { user: { name: "Ada Lovelace", preferences: { language: "fr", currency: "EUR" }, accounts: [] } },
  });
  const opened = await post("/api/defi/wallets", { assetSymbol: " btc " }, token);
  expect(opened).toMatchObject({ status: 200, body: { wallet: { assetSymbol: "BTC", balance: 0 } } });
  const rejected = await post("/api/defi/wallets", { assetSymbol: 5 }, token);
  expect(rejected).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
  const { body: listed } = await call("/api/defi/wallets", { headers });
  expect(listed).toMatchObject({ wallets: [{ asset: { symbol: "BTC" } }], portfolio: { totalValueEur: 0 } });
  const { id } = (listed["wallets"] as { id: string }[])[0] ?? { id: "" };
  expect(await call(`/api/defi/wallets/${id}`, { headers })).toMatchObject({
    status: 200,
    body: { wallet: { id }, transactions: [], stats: { transactionCount: 0 } },
  });
  expect((await call("/api/defi/wallets", { headers: { authorization: "Bearer none" } })).status).toBe(401);
});
