import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RouteSpec } from "../contract/route.ts";
import { type Gateway, startGateway } from "../local/gateway.ts";

// Follows CONTRIBUTING.md in a copy of the sources: what it tells a newcomer to type must work.

const copy = join(process.cwd(), "dist/walkthrough");
const steps = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/```ts (\S+)\n([\s\S]*?)```/g)];

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

it("the two files of CONTRIBUTING's walk-through make an endpoint that answers", async () => {
  expect(steps).toHaveLength(2);
  expect(routes.map((one) => one.id)).toContain("defi.wallets.assets");
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/defi/wallets/assets`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    assets: expect.arrayContaining([{ symbol: "BTC", name: "Bitcoin", decimals: 8 }]),
  });
});
