import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RouteSpec } from "../contract/route.ts";
import { accountOf } from "../core/ledger/accounts.ts";
import * as Idempotency from "../core/platform/idempotency/index.ts";
import type * as Table from "../core/platform/table/index.ts";
import { startGateway } from "../local/aws.ts";
import { clientConfig } from "../local/database.ts";
import { withDatabase } from "./support/database.ts";
import { withSecrets } from "./support/identity.ts";
import { createFundedWallet, newActor, readBalances } from "./support/ledger.ts";

// Follows CONTRIBUTING.md in a copy of the sources: its instructions must work.

const copy = join(process.cwd(), "dist/walkthrough");
const steps = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/```ts (\S+)\n([\s\S]*?)```/g)];

const database = withDatabase();
withSecrets();

let gateway: Gateway;
let routes: readonly RouteSpec[];
beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  for (const room of ["contract", "core", "functions"]) {
    cpSync(room, join(copy, room), { recursive: true, filter: (file) => !file.endsWith(".test.ts") });
  }
  for (const [, file = "", code = ""] of steps) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    if (file.startsWith("contract/")) appendFileSync(join(copy, file), `\n${code}`);
    else writeFileSync(join(copy, file), code);
  }
  ({ routes } = (await import(join(copy, "contract/index.ts"))) as { routes: readonly RouteSpec[] });
  const load = async (file: string) => ((await import(join(copy, file))) as { handler: never }).handler;
  gateway = await startGateway(
    {
      routes,
      load: (id) => load(`functions/${id.replaceAll(".", "/")}.ts`),
      fallback: () => load("functions/_chain/fallback.ts"),
    },
    0,
    "127.0.0.1",
  );
});
afterAll(async () => {
  await gateway.stop();
  rmSync(copy, { recursive: true, force: true });
});

it("moves money from user to user, once per key, with the files of CONTRIBUTING's second example", async () => {
  const [sender, receiver] = [newActor(), newActor()];
  await createFundedWallet(sender, "EUR", 10_000n);
  await createFundedWallet(receiver, "EUR", 0n);
  const table: typeof Table = await import(join(copy, "core/platform/table/index.ts"));
  table.configure(clientConfig(database.endpoint));
  const { transfer } = await import(join(copy, "core/wallets/transfer.ts"));
  const claim = Idempotency.claim(sender.userId, "defi.wallets.transfer", "key-1", {});
  const order = { to: receiver.userId, asset: "EUR", amount: "12.50", reason: "lunch" };
  expect(await transfer(sender, order, claim)).toMatchObject({ available: 8750n });
  await expect(transfer(sender, order, claim)).rejects.toMatchObject({ name: "AlreadyDone" });
  await expect(transfer(sender, { ...order, to: sender.userId })).rejects.toMatchObject({
    code: "SAME_ACCOUNT",
  });
  await expect(transfer(sender, { ...order, amount: "0" })).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
  await expect(transfer(sender, { ...order, amount: "100" })).rejects.toMatchObject({
    code: "INSUFFICIENT_BALANCE",
  });
  await expect(transfer(sender, { ...order, asset: "BTC" })).rejects.toMatchObject({
    code: "ACCOUNT_NOT_FOUND",
    details: { account: "sender" },
  });
  expect(await readBalances(accountOf(receiver, "EUR"))).toEqual({ available: 1250n, held: 0n });
  // Over HTTP the route authenticates the caller first.
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/defi/wallets/transfers`, {
    method: "POST",
  });
  expect(response.status).toBe(401);
});

it("serves the endpoint of CONTRIBUTING's first example", async () => {
  expect(steps).toHaveLength(5);
  expect(routes.map((one) => one.id)).toContain("defi.wallets.assets");
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/defi/wallets/assets`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    assets: expect.arrayContaining([{ symbol: "BTC", name: "Bitcoin", decimals: 8 }]),
  });
});
