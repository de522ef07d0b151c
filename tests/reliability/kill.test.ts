import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { sentEvent } from "../../core/messaging/entity.ts";
import { clientConfig } from "../../local/database.ts";
import { eventually } from "../support/eventually.ts";
import { withKillable } from "../support/killable.ts";

/** The platform as `npm start` runs it, killed as by a power failure: acknowledged work must survive. */

const platform = withKillable();

interface Sent {
  readonly token?: string;
  readonly body?: object;
  /** The client's IP address, for the limits. */
  readonly ip?: string;
}

async function call(method: string, address: string, { token, body, ip }: Sent = {}) {
  const response = await fetch(address, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ip && { "x-forwarded-for": ip }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

interface AcknowledgedAccount {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly wallet: string;
}

/** Registers a user, opens a wallet and deposits money. @throws Error if a step is not acknowledged */
async function openAccount(url: string, nth: number): Promise<AcknowledgedAccount> {
  const step = async (method: string, path: string, sent: Sent) => {
    const answer = await call(method, `${url}${path}`, sent);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const email = `ada${nth}@example.com`;
  const person = { name: "Ada Lovelace", email, password: "Analytic1!" };
  const ip = `192.0.2.${nth % 256}`;
  const registered = await step("POST", "/api/auth/register", { body: person, ip });
  const token = String(registered["token"]);
  const userId = String((registered["user"] as { id: string }).id);
  const opened = await step("POST", "/api/defi/wallets", { token, body: { assetSymbol: "EUR" } });
  const wallet = String((opened["wallet"] as { id: string }).id);
  const deposit = { operation: "DEPOSIT", amount: 10, reason: "test" };
  await step("PUT", `/api/defi/wallets/${wallet}`, { token, body: deposit });
  return { userId, email, token, wallet };
}

describe.each([
  ["the whole process group", true],
  ["only the process, whose database must not outlive it", false],
])("kill -9 of %s", (_, everything) => {
  const first = everything ? 0 : 100;

  test("loses no acknowledged write, no event and no email, and does not reset the clock", async () => {
    const before = await platform.up();
    const { body: set } = await call("POST", `${before.url}/_local/clock`, {
      body: { advanceSeconds: 3600 },
    });
    const aheadMs = Date.parse(String(set["now"])) - Date.now();
    const acknowledged: AcknowledgedAccount[] = [];
    // One account after the other without pause, until the kill makes a step fail.
    const writing = (async () => {
      for (let nth = first; ; nth++) acknowledged.push(await openAccount(before.url, nth));
    })();
    writing.catch(() => undefined);

    await eventually(() => expect(acknowledged.length).toBeGreaterThan(0));
    const sqs = new SQSClient({
      endpoint: before.sqsEndpoint,
      region: "local",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    });
    const event = {
      id: `evt_${first}`,
      type: "user-registered",
      occurredAt: new Date().toISOString(),
      payload: { userId: acknowledged[0]?.userId },
    };
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${before.sqsEndpoint}/000000000000/notifications`,
        MessageBody: JSON.stringify(event),
        DelaySeconds: 600,
      }),
    );
    sqs.destroy();
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(4));
    await platform.kill(everything);
    await expect(writing).rejects.toThrow("fetch failed");

    const after = await platform.up();
    for (const { token, wallet } of acknowledged) {
      const { body } = await call("GET", `${after.url}/api/defi/wallets/${wallet}`, { token });
      expect(body).toMatchObject({ wallet: { id: wallet, balance: 10 } });
    }
    const { body: moved } = await call("POST", `${after.url}/_local/clock`, {
      body: { advanceSeconds: 601 },
    });
    expect(Date.parse(String(moved["now"])) - Date.now()).toBeGreaterThan(aheadMs);
    expect((await call("POST", `${after.url}/_local/drain`)).body).toMatchObject({ idle: true });
    const { body: mail } = await call("GET", `${after.url}/_local/mail`);
    const recipients = new Set((mail["messages"] as { to: string[] }[]).flatMap(({ to }) => to));
    for (const { email } of acknowledged) expect(recipients).toContain(email);

    const dynamodb = new DynamoDBClient(clientConfig(after.dynamodbEndpoint));
    const { Item } = await dynamodb.send(
      new GetItemCommand({
        TableName: after.tableName,
        Key: marshall(sentEvent.key({ eventId: `evt_${first}`, channel: "email" })),
      }),
    );
    dynamodb.destroy();
    expect(Item?.["sentAt"]).toBeDefined();
  });
});

test("SIGTERM stops the platform and its database cleanly", async () => {
  const { url, dynamodbEndpoint } = await platform.up();
  expect(await platform.end()).toEqual([0, null]);
  expect(existsSync(join(platform.data, "runtime.json"))).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});
