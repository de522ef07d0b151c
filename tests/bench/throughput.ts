import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { clientConfig, createTable } from "../../local/database.ts";
import { type Account, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { ms, percentile, progress, table } from "./print.ts";

/** Throughput and latency over HTTP against `npm start` in a process of its own, with its data on disk. */

const SECONDS = 5;
const CLIENTS = 16;

export interface Figures {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
}

/** Runs `work` from that many clients, each one call after the other, for a few seconds after a warm-up. */
export async function load(clients: number, work: (client: number) => Promise<boolean>): Promise<Figures> {
  const run = async (seconds: number) => {
    const latenciesMs: number[] = [];
    let failures = 0;
    const runStartMs = performance.now();
    const untilMs = runStartMs + seconds * 1000;
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (performance.now() < untilMs) {
          const startedMs = performance.now();
          if (!(await work(client))) failures++;
          latenciesMs.push(performance.now() - startedMs);
        }
      }),
    );
    const perSecond = latenciesMs.length / ((performance.now() - runStartMs) / 1000);
    return { perSecond, latenciesMs, failures };
  };
  await run(1.5);
  return run(SECONDS);
}

export const row = (name: string, { perSecond, latenciesMs, failures }: Figures): (string | number)[] => [
  name,
  perSecond.toFixed(0),
  ...[0.5, 0.95, 0.99].map((share) => ms(percentile(latenciesMs, share))),
  failures,
];

/** What the database itself does: transactions of three items, as plain as they come. */
async function rawTransactions(endpoint: string): Promise<Figures> {
  const tableName = `raw-${randomUUID()}`;
  await createTable(endpoint, tableName);
  const client = new DynamoDBClient({
    ...clientConfig(endpoint),
    requestHandler: { httpAgent: { maxSockets: 64 } },
  });
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "ITEM" } });
  const add = (pk: string) => ({
    Update: {
      TableName: tableName,
      Key: key(pk),
      UpdateExpression: "ADD n :one",
      ExpressionAttributeValues: { ":one": { N: "1" } },
    },
  });
  const figures = await load(CLIENTS, async (worker) => {
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          add(`A#${worker}`),
          add(`B#${worker}`),
          { Put: { TableName: tableName, Item: key(`ENTRY#${randomUUID()}`) } },
        ],
      }),
    );
    return true;
  });
  client.destroy();
  return figures;
}

interface Addresses {
  readonly url: string;
  readonly dynamodbEndpoint: string;
}

export interface Platform extends Addresses {
  readonly readyMs: number;
  residentMb(): number;
  stop(): Promise<void>;
}

/** `VmRSS` of a process and its children, in MB; Linux only. */
function residentOf(pid: number): number {
  const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return Number(own) / 1000 + children.reduce((sum, child) => sum + residentOf(Number(child)), 0);
}

/** Waits for a platform that is starting. @throws Error with what it said, where it ends instead */
async function ready(child: ChildProcess, record: string, said: () => string): Promise<Addresses> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the platform did not start: ${said()}`);
    if (existsSync(record)) {
      const addresses = JSON.parse(readFileSync(record, "utf8")) as Addresses;
      const health = await send(`${addresses.url}/_local/health`, "GET").catch(() => undefined);
      if (health?.status === 200) return addresses;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function startPlatform(): Promise<Platform> {
  const data = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const startedMs = performance.now();
  // It takes a free port itself: one that is chosen for it is somebody's connection by the time that it listens.
  const child: ChildProcess = spawn(process.execPath, ["local/main.ts"], {
    env: { ...process.env, PORT: "0", LOCAL_DATA: data, LOCAL_DEMO: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk).slice(-2000);
  });
  const { url, dynamodbEndpoint } = await ready(child, join(data, "runtime.json"), () => said);
  const readyMs = performance.now() - startedMs;
  return {
    url,
    dynamodbEndpoint,
    readyMs,
    residentMb: () => residentOf(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(data, { recursive: true });
    },
  };
}

export async function throughput(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform();
  const { url } = platform;
  const idleMb = platform.residentMb();
  try {
    const accounts: Account[] = [];
    for (let i = 0; i < CLIENTS; i++) accounts.push(await openAccount(url));
    const account = (client: number): Account => accounts[client % accounts.length] as Account;
    const ok = ({ status }: { readonly status: number }) => status === 200;

    progress("raw transactions");
    const raw = await rawTransactions(platform.dynamodbEndpoint);
    progress("wallet reads");
    const reads = await load(CLIENTS, async (client) =>
      ok(await send(`${url}/api/defi/wallets`, "GET", { authorization: account(client).authorization })),
    );
    progress("transfers");
    const transfers = await load(CLIENTS, async (client) =>
      ok(await transfer(url, account(client), "DEPOSIT", 1)),
    );
    progress("transfers on one wallet");
    const contended = await load(CLIENTS, async () => ok(await transfer(url, account(0), "DEPOSIT", 1)));
    progress("sign-ins");
    const email = `${randomUUID()}@example.com`;
    const from = () => ({ "x-forwarded-for": someAddress() });
    await send(`${url}/api/auth/register`, "POST", from(), { name: "Bench", email, password: PASSWORD });
    const signIns = await load(2, async () =>
      ok(await send(`${url}/api/auth/signin`, "POST", from(), { email, password: PASSWORD })),
    );
    progress("");
    table(
      `Over HTTP on the local runtime, ${CLIENTS} clients (2 for sign-in), ${SECONDS} s each`,
      ["", "per second", "p50", "p95", "p99", "failures"],
      [
        row("raw three-item transactions", raw),
        row("wallet list", reads),
        row("transfer (a wallet each)", transfers),
        row("transfer (all on one wallet)", contended),
        row("sign-in (bcrypt cost 12)", signIns),
      ],
    );
    table(
      "The local runtime (budget: ready in 5 s on a warm install, 350 MB idle, transfers at least half of raw)",
      ["", "figure"],
      [
        ["start to ready, first start, seeding included", ms(platform.readyMs)],
        ["resident when idle, database included", `${idleMb.toFixed(0)} MB`],
        ["resident after the load", `${platform.residentMb().toFixed(0)} MB`],
        ["transfers of raw transactions", `${((transfers.perSecond / raw.perSecond) * 100).toFixed(0)} %`],
      ],
    );
  } finally {
    await platform.stop();
  }
}
