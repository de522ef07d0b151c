import { Webhook as Standard } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { withSecrets } from "../../../tests/support/identity.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { type Received, withReceivers } from "../../../tests/support/receiver.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Deliveries from "./deliveries.ts";
import { webhookSecrets } from "./entity.ts";
import * as Webhooks from "./index.ts";
import type { Webhook } from "./schema.ts";
import { deliver } from "./worker.ts";

/** Tests how the table stores the secrets of webhooks. */

withDatabase();
withSecrets();
const receivers = withReceivers();
beforeEach(() => {
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Sends an event to a webhook. @returns the request that its receiver got */
async function sendEvent(hook: Webhook, path: string): Promise<Received> {
  const event = { id: Ids.create("event"), type: "job-done", data: {} } as const;
  await Deliveries.enqueue({ ...event, occurredAt: Clock.nowIso(), userId: hook.userId });
  await deliver(hook);
  const last = receivers.got(path).at(-1);
  if (!last) throw new Error("nothing arrived");
  return last;
}

const verify = (secret: string, { headers, body }: Received) =>
  new Standard(secret).verify(body, headers as Record<string, string>);

/** Returns the whole table as text. */
const tableText = async (): Promise<string> =>
  JSON.stringify(await Array.fromAsync(Table.scan()), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );

it("stores no secret in plain text, while deliveries verify with the secret", async () => {
  const path = "/sealed";
  const { webhook: hook, secret } = await Webhooks.create(newActor(), {
    name: "Mine",
    url: receivers.at(path),
  });
  const expectSealed = async (...secrets: readonly string[]) => {
    const text = await tableText();
    expect(text).toContain(hook.webhookId);
    expect(text).not.toContain("whsec_");
    // JSON escapes nothing of base64.
    for (const one of secrets) expect(text).not.toContain(one.replace("whsec_", ""));
  };
  await expectSealed(secret);
  verify(secret, await sendEvent(hook, path));
  await expectSealed(secret);

  const { secret: second } = await Webhooks.rotate(hook, hook.webhookId);
  const { secret: third } = await Webhooks.rotate(hook, hook.webhookId);
  await expectSealed(secret, second, third);
  const got = await sendEvent(hook, path);
  for (const one of [secret, second, third]) verify(one, got);
  await expectSealed(secret, second, third);
});

it("does not sign for another webhook if the sealed secret is copied to it", async () => {
  const actor = newActor();
  const [mine, other] = await Promise.all(
    ["/mine", "/other"].map((path) => Webhooks.create(actor, { name: path, url: receivers.at(path) })),
  );
  if (!mine || !other) throw new Error("there are two");
  const { current } = webhookSecrets.parse((await Table.get(webhookSecrets.key(mine.webhook))) ?? {});
  await Table.update(webhookSecrets.key(other.webhook), { set: { current } });
  await expect(sendEvent(other.webhook, "/other")).rejects.toThrow();
  expect(receivers.got("/other")).toEqual([]);
});
