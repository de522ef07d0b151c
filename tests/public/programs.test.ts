import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { depositUnits } from "../support/exchange.ts";
import { onWeb } from "../support/identity.ts";
import { createUser, tokenOf } from "../support/people.ts";
import { withPlatform } from "../support/platform.ts";

/** Runs each program of `examples/` as a separate process against a platform. */

const platform = withPlatform();
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const [user, payee] = [await createUser(), await createUser()];
  const actor = onWeb(user);
  await depositUnits(actor, "EUR", "1000");
  await depositUnits(actor, "YANI", "1000");
  const { secret, signingSecret } = await ApiKeys.create(user, {
    name: "Examples",
    mode: "live",
    plan: "pro",
    scopes: ["*"],
  });
  env = {
    ...process.env,
    SVC_URL: platform.url,
    SVC_API_KEY: secret,
    SVC_SIGNING_SECRET: signingSecret,
    SVC_PAYEE: payee.email,
    SVC_ACCESS_TOKEN: await tokenOf(user),
    SVC_MCP_KEY: platform.seed.apiKeys.mcp,
  };
});

it.each([
  ["first-call", /^a wallet for EUR exists already\n(?:\w+ [\d.]+\n){2}$/],
  ["sign-and-transfer", /^sent 2\.5 EUR\n$/],
  ["swap-and-stake", /^swapped for [\d.]+ YANI\nstaked 100 in flexible\n$/],
  ["receive-a-webhook", /^verified job-done\n$/],
  ["mcp-client", /^\d+ tools\nprices: \d{3,} characters\n$/],
])("runs the example %s with the expected output", async (name, says) => {
  const running = promisify(execFile)(process.execPath, [`examples/${name}.ts`], { env, timeout: 45_000 });
  // Processes the queues while the program waits.
  let isOver = false;
  const over = running
    .catch((error: unknown) => ({ stdout: String(error) }))
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await platform.drain();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await over).stdout).toMatch(says);
});
