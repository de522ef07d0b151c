import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { clientConfig, createTable } from "../../local/database.ts";
import { type Account, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { median, ms, percentile, progress, table, verdict } from "./print.ts";

/** Measures throughput and latency over HTTP against `npm start` in a separate process, with its data on disk. */

const SECONDS = 5;
const CLIENTS = 16;

export interface Figures {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
}

type Work = (client: number) => Promise<boolean>;

/** Runs `work` from parallel clients, one call at a time for each client. */
async function run(clients: number, work: Work, seconds: number): Promise<Figures> {
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
}

/** Does the same as `run`, after a warm-up. */
export async function load(clients: number, work: Work, seconds = SECONDS): Promise<Figures> {
  await run(clients, work, 1.5);
  return run(clients, work, seconds);
}

export const row = (name: string, { perSecond, latenciesMs, failures }: Figures): (string | number)[] => [
  name,
  perSecond.toFixed(0),
  ...[0.5, 0.95, 0.99].map((share) => ms(percentile(latenciesMs, share))),
  failures,
];

/** Measures the database itself: plain transactions of three items. */
async function rawTransactions(endpoint: string) {
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
  return {
    async write(worker: number): Promise<boolean> {
      const entry = { Put: { TableName: tableName, Item: key(`ENTRY#${randomUUID()}`) } };
      const TransactItems = [add(`A#${worker}`), add(`B#${worker}`), entry];
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
      return true;
    },
    stop: () => client.destroy(),
  };
}

interface Addresses {
  readonly url: string;
  readonly dynamodbEndpoint: string;
}

export interface Platform extends Addresses {
  readonly readyMs: number;
  residentMb(): number;
  /** Processor time used so far, database included, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Returns the `VmRSS` of a process and its children, in MB (Linux only). */
function residentOf(pid: number): number {
  const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Number(own) / 1000 + childrenOf(pid).reduce((sum, child) => sum + residentOf(child), 0);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Clock ticks per second in /proc: `getconf CLK_TCK`. */
const TICKS = 100;

/** Returns the processor time of a process and its children, in milliseconds (Linux only). */
function cpuOf(pid: number): number {
  // The command's name may have spaces: the 12th and 13th field after it are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const own = ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  return own + childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
}

/** Waits for a starting platform. @throws Error with its output if it exits */
async function waitUntilReady(child: ChildProcess, record: string, output: () => string): Promise<Addresses> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the platform did not start: ${output()}`);
    if (existsSync(record)) {
      const addresses = JSON.parse(readFileSync(record, "utf8")) as Addresses;
      const health = await send(`${addresses.url}/_local/health`, "GET").catch(() => undefined);
      if (health?.status === 200) return addresses;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts a platform. Passwords are hashed cheaply by default, so that accounts are created fast. */
export async function startPlatform(
  settings: Readonly<Record<string, string>> = { BCRYPT_COST: "4" },
): Promise<Platform> {
  const data = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const startedMs = performance.now();
  // The platform chooses a free port itself: a port chosen in advance may be taken before it listens.
  const child: ChildProcess = spawn(process.execPath, ["local/main.ts"], {
    env: { ...process.env, ...settings, PORT: "0", LOCAL_DATA: data, LOCAL_DEMO: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk).slice(-2000);
  });
  const { url, dynamodbEndpoint } = await waitUntilReady(child, join(data, "runtime.json"), () => output);
  const readyMs = performance.now() - startedMs;
  return {
    url,
    dynamodbEndpoint,
    readyMs,
    residentMb: () => residentOf(child.pid ?? 0),
    cpuMs: () => cpuOf(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(data, { recursive: true });
    },
  };
}

/** The number of alternations of raw transactions and transfers, and the duration of each, in seconds. */
const ROUNDS = 6;
const ROUND_SECONDS = 2;
const WARM_UP = 1500;

interface Round {
  readonly perSecond: number;
  /** Of all processes, per operation, without the platform's background work. */
  readonly cpuMs: number;
}

/**
 * Alternates raw transactions and transfers in one run, so that other load affects both. Also compares the
 * processor time of this process, the platform and its database, which does not include waiting.
 */
async function alternate(platform: Platform, accounts: readonly Account[]) {
  const raw = await rawTransactions(platform.dynamodbEndpoint);
  const works: readonly ((client: number) => Promise<boolean>)[] = [
    raw.write,
    async (client) => (await transfer(platform.url, of(accounts, client), "DEPOSIT", 1)).status === 200,
  ];
  const rounds = works.map((): Round[] => []);
  const all = works.map((): Figures[] => []);
  for (const work of works) await warmUp(work);
  progress("measuring the idle platform");
  const idleMs = await idleCpuMs(platform);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, work] of works.entries()) {
      progress(`${at === 0 ? "raw transactions" : "transfers"}, round ${round + 1} of ${ROUNDS}`);
      const [before, startedMs] = [platform.cpuMs() + ownCpuMs(), performance.now()];
      const figures = await run(CLIENTS, work, ROUND_SECONDS);
      const backgroundMs = (idleMs * (performance.now() - startedMs)) / 1000;
      const cpuMs = (platform.cpuMs() + ownCpuMs() - before - backgroundMs) / figures.latenciesMs.length;
      rounds[at]?.push({ perSecond: figures.perSecond, cpuMs });
      all[at]?.push(figures);
    }
  raw.stop();
  const [plain = [], moved = []] = rounds;
  const share = (pick: (round: Round, at: number) => number) =>
    median(plain.map((round, at) => pick(round, at)));
  return {
    figures: all.map(mergeFigures),
    /** The number of transfers per raw transaction. */
    share: share(({ perSecond }, at) => (moved[at]?.perSecond ?? 0) / perSecond),
    cpuShare: share(({ cpuMs }, at) => cpuMs / (moved[at]?.cpuMs ?? 1)),
    cpuMs: [plain, moved].map((of) => median(of.map(({ cpuMs }) => cpuMs))),
    idleMs,
  };
}

/** Runs enough work for the code to be compiled. */
async function warmUp(work: Work): Promise<void> {
  const each = Math.ceil(WARM_UP / CLIENTS);
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let count = 0; count < each; count++) await work(client);
    }),
  );
}

/** Measures the processor time per second of an idle platform: its schedules and queues. */
async function idleCpuMs(platform: Platform): Promise<number> {
  const [before, startedMs] = [platform.cpuMs(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return ((platform.cpuMs() - before) * 1000) / (performance.now() - startedMs);
}

const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const mergeFigures = (all: readonly Figures[]): Figures => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  latenciesMs: all.flatMap(({ latenciesMs }) => latenciesMs),
  failures: all.reduce((sum, { failures }) => sum + failures, 0),
});

const of = (accounts: readonly Account[], client: number): Account =>
  accounts[client % accounts.length] as Account;

export async function throughput(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform({});
  const { url } = platform;
  const idleMb = platform.residentMb();
  try {
    const accounts: Account[] = [];
    for (let i = 0; i < CLIENTS; i++) accounts.push(await openAccount(url));
    const ok = ({ status }: { readonly status: number }) => status === 200;
    const { figures, share, cpuShare, cpuMs, idleMs } = await alternate(platform, accounts);
    const [raw, transfers] = figures as [Figures, Figures];
    progress("wallet reads");
    const reads = await load(CLIENTS, async (client) =>
      ok(await send(`${url}/api/defi/wallets`, "GET", { authorization: of(accounts, client).authorization })),
    );
    progress("transfers on one wallet");
    const contended = await load(CLIENTS, async () => ok(await transfer(url, of(accounts, 0), "DEPOSIT", 1)));
    progress("sign-ins");
    const email = `${randomUUID()}@example.com`;
    const from = () => ({ "x-forwarded-for": someAddress() });
    await send(`${url}/api/auth/register`, "POST", from(), { name: "Bench", email, password: PASSWORD });
    const signIns = await load(2, async () =>
      ok(await send(`${url}/api/auth/signin`, "POST", from(), { email, password: PASSWORD })),
    );
    progress("");
    table(
      `Over HTTP on the local runtime, ${CLIENTS} clients (2 for sign-in); the first two by rounds, medians of ${ROUNDS}`,
      ["", "per second", "p50", "p95", "p99", "failures"],
      [
        row("raw three-item transactions", raw),
        row("transfer (a wallet each)", transfers),
        row("wallet list", reads),
        row("transfer (all on one wallet)", contended),
        row("sign-in (bcrypt cost 12)", signIns),
      ],
    );
    const percent = (of: number) => `${(of * 100).toFixed(0)} %`;
    const [rawMs = 0, transferMs = 0] = cpuMs;
    table(
      "The local runtime",
      ["", "figure", "budget", ""],
      [
        [
          "start to ready, first start, seeding included",
          ms(platform.readyMs),
          "5 s",
          verdict(platform.readyMs <= 5000),
        ],
        [
          "resident when idle, database included",
          `${idleMb.toFixed(0)} MB`,
          "350 MB",
          verdict(idleMb <= 350),
        ],
        ["resident after the load", `${platform.residentMb().toFixed(0)} MB`, "", ""],
        ["transfers of raw transactions", percent(share), "50 %", verdict(share >= 0.5)],
        ["the same, by processor time of all processes", percent(cpuShare), "50 %", verdict(cpuShare >= 0.5)],
        ["processor time per second when idle", `${idleMs.toFixed(0)} ms`, "", ""],
        ["processor time of a raw transaction", `${rawMs.toFixed(2)} ms`, "", ""],
        ["processor time of a transfer", `${transferMs.toFixed(2)} ms`, "", ""],
      ],
    );
  } finally {
    await platform.stop();
  }
}
