import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { clientConfig } from "../../local/database.ts";

/** The platform as `npm start` runs it, killed as a power cut would: what it had acknowledged is there afterwards. */

const data = mkdtempSync(join(tmpdir(), "kill-"));
let child: ChildProcess | undefined;

interface Facts {
  readonly url: string;
  readonly pid: number;
  readonly sqsEndpoint: string;
  readonly dynamodbEndpoint: string;
  readonly tableName: string;
}

async function startUp(): Promise<Facts> {
  const record = join(data, "runtime.json");
  rmSync(record, { force: true });
  const started = spawn(process.execPath, ["local/main.ts"], {
    env: { ...process.env, PORT: "0", LOCAL_DATA: data, BCRYPT_COST: "4" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  child = started;
  let said = "";
  started.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  return vi.waitFor(
    () => {
      if (started.exitCode !== null) throw new Error(`it ended: ${said}`);
      if (!existsSync(record)) throw new Error(`it is not up: ${said}`);
      return JSON.parse(readFileSync(record, "utf8")) as Facts;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Kills the process, or with it all that it started, and waits until it is gone. */
async function kill(everything: boolean): Promise<void> {
  const pid = child?.pid;
  if (!child || pid === undefined) return;
  const gone = once(child, "exit");
  process.kill(everything ? -pid : pid, "SIGKILL");
  await gone;
  child = undefined;
}

async function post(url: string, path: string, body: object, token?: string) {
  const response = await fetch(`${url}${path}`, {
    method: path.endsWith("clock") || !token?.startsWith("PUT ") ? "POST" : "PUT",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token.replace("PUT ", "")}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

afterEach(() => kill(true));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const person = (nth: number) => ({
  name: "Ada Lovelace",
  email: `ada${nth}@example.com`,
  password: "Analytic1!",
});

describe.each([
  ["the whole process group", true],
  ["the process alone, whose database must not outlive it", false],
])("kill -9 of %s", (_, everything) => {
  const first = everything ? 0 : 100;

  test("loses no acknowledged write, no event, no message, and not the time", async () => {
    const before = await startUp();
    const acknowledged: { nth: number; token: string; wallet: string }[] = [];
    let calls = 0;
    // Writes without pause, until the kill refuses one.
    const writing = (async () => {
      for (let nth = first; ; nth++) {
        const registered = await post(before.url, "/api/auth/register", person(nth)).catch(() => undefined);
        if (registered?.status !== 201) return registered;
        const token = String(registered.body["token"]);
        const opened = await post(before.url, "/api/defi/wallets", { assetSymbol: "EUR" }, token).catch(
          () => undefined,
        );
        if (opened?.status !== 201) return opened;
        const wallet = String((opened.body["wallet"] as { id: string }).id);
        const deposit = { operation: "DEPOSIT", amount: 10, reason: "test" };
        const paid = await fetch(`${before.url}/api/defi/wallets/${wallet}`, {
          method: "PUT",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify(deposit),
        }).catch(() => undefined);
        if (paid?.status !== 200) return paid;
        acknowledged.push({ nth, token, wallet });
        calls++;
      }
    })();

    const sqs = new SQSClient({
      endpoint: before.sqsEndpoint,
      region: "local",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    });
    const event = {
      id: `evt_${first}`,
      type: "user-registered",
      occurredAt: new Date().toISOString(),
      payload: { userId: "nobody" },
    };
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${before.sqsEndpoint}/000000000000/notifications`,
        MessageBody: JSON.stringify(event),
        DelaySeconds: 600,
      }),
    );
    sqs.destroy();
    await post(before.url, "/_local/clock", { advanceSeconds: 3600 });
    await vi.waitFor(() => expect(calls).toBeGreaterThan(4), { timeout: 10_000, interval: 5 });
    await kill(everything);
    expect(await writing).toBeUndefined();

    const after = await startUp();
    for (const { token, wallet } of acknowledged) {
      const response = await fetch(`${after.url}/api/defi/wallets/${wallet}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toMatchObject({ wallet: { id: wallet, balance: 10 } });
    }
    const { body: moved } = await post(after.url, "/_local/clock", { advanceSeconds: 601 });
    expect(Date.parse(String(moved["now"])) - Date.now()).toBeGreaterThan(3_600_000);
    expect((await post(after.url, "/_local/drain", {})).body).toMatchObject({ idle: true });
    const mail = (await (await fetch(`${after.url}/_local/mail`)).json()) as { messages: { to: string[] }[] };
    const told = new Set(mail.messages.flatMap(({ to }) => to));
    for (const { nth } of acknowledged) expect(told).toContain(person(nth).email);

    const dynamodb = new DynamoDBClient(clientConfig(after.dynamodbEndpoint));
    const { Item } = await dynamodb.send(
      new GetItemCommand({
        TableName: after.tableName,
        Key: { pk: { S: `NOTICE#evt_${first}` }, sk: { S: "NOTICE" } },
      }),
    );
    dynamodb.destroy();
    expect(Item?.["toldAt"]).toBeDefined();
  });
});

test("SIGTERM ends it cleanly, with its database", async () => {
  const { url, dynamodbEndpoint } = await startUp();
  const ended = child && once(child, "exit");
  child?.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  child = undefined;
  expect(existsSync(join(data, "runtime.json"))).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});
