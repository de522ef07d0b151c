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

/** Throughput and latency over HTTP against `npm start` in a process of its own, with its data on disk. */

const SECONDS = 5;
const CLIENTS = 16;

export interface Figures {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
}

type Work = (client: number) => Promise<boolean>;

/** Runs `work` from that many clients, each one call after the other. */
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

/** As `run`, after a warm-up. */
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

/** What the database itself does: transactions of three items, as plain as they come. */
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
  /** What processors have worked for it so far, database included, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** `VmRSS` of a process and its children, in MB; Linux only. */
function residentOf(pid: number): number {
  const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Number(own) / 1000 + childrenOf(pid).reduce((sum, child) => sum + residentOf(child), 0);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Ticks of a processor's clock a second, as the kernel tells them of a process: `getconf CLK_TCK`. */
const TICKS = 100;

/** What processors have worked for a process and its children, in milliseconds; Linux only. */
function cpuOf(pid: number): number {
  // Behind the command's name, which may have spaces: the 12th and 13th field are of the user and of the system.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const own = ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  return own + childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
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

/** Passwords are hashed cheaply, so that making accounts takes no time, unless told. */
export async function startPlatform(
  settings: Readonly<Record<string, string>> = { BCRYPT_COST: "4" },
): Promise<Platform> {
  const data = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const startedMs = performance.now();
  // It takes a free port itself: one that is chosen for it is somebody's connection by the time that it listens.
  const child: ChildProcess = spawn(process.execPath, ["local/main.ts"], {
    env: { ...process.env, ...settings, PORT: "0", LOCAL_DATA: data, LOCAL_DEMO: "off" },
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
    cpuMs: () => cpuOf(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(data, { recursive: true });
    },
  };
}

/** How often raw transactions and transfers take turns, and for how long each time, in seconds. */
const TURNS = 6;
const TURN_SECONDS = 2;
const WARM_UP = 1500;

/** What of a turn is compared. */
interface Turn {
  readonly perSecond: number;
  /** Of all processes together, for one, without what the platform does by itself. */
  readonly cpuMs: number;
}

/**
 * Raw transactions and transfers by turns, in one run: what else the machine does slows both. Compared by processor time
 * too, of this process, the platform and its database together, which waiting does not lengthen.
 */
async function byTurns(platform: Platform, accounts: readonly Account[]) {
  const raw = await rawTransactions(platform.dynamodbEndpoint);
  const works: readonly ((client: number) => Promise<boolean>)[] = [
    raw.write,
    async (client) => (await transfer(platform.url, of(accounts, client), "DEPOSIT", 1)).status === 200,
  ];
  const turns = works.map((): Turn[] => []);
  const all = works.map((): Figures[] => []);
  for (const work of works) await warmUp(work);
  progress("what the platform does by itself");
  const idleMs = await idleCpuMs(platform);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [at, work] of works.entries()) {
      progress(`${at === 0 ? "raw transactions" : "transfers"}, turn ${turn + 1} of ${TURNS}`);
      const [before, startedMs] = [platform.cpuMs() + ownCpuMs(), performance.now()];
      const figures = await run(CLIENTS, work, TURN_SECONDS);
      const byItselfMs = (idleMs * (performance.now() - startedMs)) / 1000;
      const cpuMs = (platform.cpuMs() + ownCpuMs() - before - byItselfMs) / figures.latenciesMs.length;
      turns[at]?.push({ perSecond: figures.perSecond, cpuMs });
      all[at]?.push(figures);
    }
  raw.stop();
  const [plain = [], moved = []] = turns;
  const share = (pick: (turn: Turn, at: number) => number) => median(plain.map((turn, at) => pick(turn, at)));
  return {
    figures: all.map(together),
    /** How many transfers there are for a raw transaction. */
    share: share(({ perSecond }, at) => (moved[at]?.perSecond ?? 0) / perSecond),
    cpuShare: share(({ cpuMs }, at) => cpuMs / (moved[at]?.cpuMs ?? 1)),
    cpuMs: [plain, moved].map((of) => median(of.map(({ cpuMs }) => cpuMs))),
    idleMs,
  };
}

/** Makes so many that what runs is compiled. */
async function warmUp(work: Work): Promise<void> {
  const each = Math.ceil(WARM_UP / CLIENTS);
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let count = 0; count < each; count++) await work(client);
    }),
  );
}

/** What processors work for the platform in a second in which nobody asks for anything: its schedules and queues. */
async function idleCpuMs(platform: Platform): Promise<number> {
  const [before, startedMs] = [platform.cpuMs(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return ((platform.cpuMs() - before) * 1000) / (performance.now() - startedMs);
}

const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const together = (all: readonly Figures[]): Figures => ({
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
    const { figures, share, cpuShare, cpuMs, idleMs } = await byTurns(platform, accounts);
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
      `Over HTTP on the local runtime, ${CLIENTS} clients (2 for sign-in); the first two by turns, medians of ${TURNS}`,
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
        ["processor time a second when nobody asks", `${idleMs.toFixed(0)} ms`, "", ""],
        ["processor time of a raw transaction", `${rawMs.toFixed(2)} ms`, "", ""],
        ["processor time of a transfer", `${transferMs.toFixed(2)} ms`, "", ""],
      ],
    );
  } finally {
    await platform.stop();
  }
}
