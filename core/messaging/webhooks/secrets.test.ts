import { Webhook as Standard } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { withSecrets } from "../../../tests/support/identity.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { type Received, withReceivers } from "../../../tests/support/receiver.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Deliveries from "./deliveries.ts";
import { webhookSecrets } from "./entity.ts";
import * as Webhooks from "./index.ts";
import type { Webhook } from "./schema.ts";
import { deliver } from "./worker.ts";

/** What deliveries are signed with, as the table keeps it. */

withDatabase();
withSecrets();
const receivers = withReceivers();
beforeEach(() => {
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Something happens to a webhook's owner, and its receiver is told. */
async function delivered(hook: Webhook, path: string): Promise<Received> {
  const event = { id: Ids.create("event"), type: "job-done", data: {} } as const;
  await Deliveries.enqueue({ ...event, occurredAt: Clock.nowIso(), userId: hook.userId });
  await deliver(hook);
  const last = receivers.got(path).at(-1);
  if (!last) throw new Error("nothing arrived");
  return last;
}

const verified = (secret: string, { headers, body }: Received) =>
  new Standard(secret).verify(body, headers as Record<string, string>);

/** All that the table has, as text. */
const everything = async (): Promise<string> =>
  JSON.stringify(await Array.fromAsync(Table.scan()), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );

it("is nowhere in the table as it was shown, while what is sent verifies with it", async () => {
  const path = "/sealed";
  const { webhook: hook, secret } = await Webhooks.create(someone(), {
    name: "Mine",
    url: receivers.at(path),
  });
  const isNowhere = async (...secrets: readonly string[]) => {
    const text = await everything();
    expect(text).toContain(hook.webhookId);
    expect(text).not.toContain("whsec_");
    // JSON escapes nothing of base64.
    for (const one of secrets) expect(text).not.toContain(one.replace("whsec_", ""));
  };
  await isNowhere(secret);
  verified(secret, await delivered(hook, path));
  await isNowhere(secret);

  const { secret: second } = await Webhooks.rotate(hook, hook.webhookId);
  const { secret: third } = await Webhooks.rotate(hook, hook.webhookId);
  await isNowhere(secret, second, third);
  const got = await delivered(hook, path);
  for (const one of [secret, second, third]) verified(one, got);
  await isNowhere(secret, second, third);
});

it("signs for no other webhook, moved there by whoever can write the table", async () => {
  const actor = someone();
  const [mine, other] = await Promise.all(
    ["/mine", "/other"].map((path) => Webhooks.create(actor, { name: path, url: receivers.at(path) })),
  );
  if (!mine || !other) throw new Error("there are two");
  const { current } = webhookSecrets.parse((await Table.get(webhookSecrets.key(mine.webhook))) ?? {});
  await Table.update(webhookSecrets.key(other.webhook), { set: { current } });
  await expect(delivered(other.webhook, "/other")).rejects.toThrow();
  expect(receivers.got("/other")).toEqual([]);
});
