import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { binary, startEmbedded } from "@svc/local-aws/dynamodb/embedded";
import { audit, type Report } from "../../core/audit/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig, createTable } from "../database.ts";
import { auditExport } from "./auditing.ts";
import { folder, manifestOf } from "./export.ts";
import { exportTable, importTable } from "./exporting.ts";
import * as Leaver from "./leaver.ts";
import { copyDatabase } from "./leaver.ts";

/**
 * Rehearses the restore of docs/OPERATIONS.md on this machine. Users move money, a moment is chosen, and the platform stops. The
 * table of that moment is created under another name and audited, and the platform resumes on it. Every movement that was
 * answered before the moment must exist; every later one must not.
 */

const RESTORED = "svc-restored";
const USERS = 6;
/** How long users move money before and after the moment, in milliseconds. */
const MOVING_MS = 2500;

/** A user who makes one movement after another, with the times of the responses. */
interface Mover {
  readonly name: string;
  readonly token: string;
  readonly walletId: string;
  /** In cents, in order. The balance after each is one that a restore may show. */
  readonly moves: { readonly cents: number; answeredMs: number | undefined; readonly begunMs: number }[];
}

export interface Rehearsal {
  /** The duration of each step, in milliseconds. */
  readonly steps: readonly { readonly step: string; readonly tookMs: number }[];
  readonly items: number;
  readonly movesBefore: number;
  readonly movesAfter: number;
  /** The audits of the export, of the restored table, and of that table after further work. */
  readonly audits: Readonly<Record<"export" | "restored" | "goneOn", Report>>;
  /** Descriptions of movements that were answered before the moment and are missing. */
  readonly lost: readonly string[];
  /** Whether a user who registered after the moment is unknown now. */
  readonly laterIsGone: boolean;
  /** Whether the user who was erased after the moment was back after the restore, and is erased again. */
  readonly erasedWasBack: boolean;
  readonly erasedIsGone: boolean;
  readonly worksOn: boolean;
}

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns whether this machine has the embedded database, whose file can be copied. */
export const isPossible = (): boolean => binary() !== undefined;

async function startPlatform(data: string, table?: string): Promise<Running> {
  const record = join(data, "runtime.json");
  rmSync(record, { force: true });
  const child: ChildProcess = spawn(process.execPath, ["local/main.ts"], {
    env: {
      ...process.env,
      PORT: "0",
      LOCAL_DATA: data,
      LOCAL_DEMO: "off",
      BCRYPT_COST: "4",
      ERASURE_GRACE_DAYS: "0",
      ...(table !== undefined && { LOCAL_TABLE: table }),
    },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  for (let waited = 0; !existsSync(record); waited++) {
    if (child.exitCode !== null || waited > 600) throw new Error(`the platform does not start: ${output}`);
    await sleep(50);
  }
  const { url } = JSON.parse(readFileSync(record, "utf8")) as { url: string };
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(
  url: string,
  method: string,
  path: string,
  { body, token, ip }: { readonly body?: object; readonly token?: string; readonly ip?: string } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json", "idempotency-key": randomUUID() }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(ip !== undefined && { "x-forwarded-for": ip }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function mover(url: string, index: number): Promise<Mover> {
  const email = `mover-${randomUUID()}@example.com`;
  const person = { name: "Mover", email, password: "Analytical1!" };
  const registered = await ask(url, "POST", "/api/auth/register", { body: person, ip: `10.9.0.${index}` });
  const token = String(registered.body["token"]);
  const opened = await ask(url, "POST", "/api/defi/wallets", { body: { assetSymbol: "EUR" }, token });
  const { id } = (opened.body["wallet"] ?? {}) as { id?: string };
  if (id === undefined) throw new Error(`no wallet was opened: ${opened.status}`);
  return { name: email, token, walletId: id, moves: [] };
}

/** Makes movements in sequence until aborted. */
async function move(url: string, one: Mover, signal: AbortSignal): Promise<void> {
  for (let count = 1; !signal.aborted; count++) {
    const taken = count % 3 === 0;
    // Every balance is different, so that it identifies the movements before it.
    const cents = taken ? 100 + count : 500 + 2 * count;
    const made: Mover["moves"][number] = {
      cents: taken ? -cents : cents,
      begunMs: performance.now(),
      answeredMs: undefined,
    };
    one.moves.push(made);
    const body = { operation: taken ? "WITHDRAW" : "DEPOSIT", amount: cents / 100, reason: "rehearsal" };
    const { status } = await ask(url, "PUT", `/api/defi/wallets/${one.walletId}`, { body, token: one.token });
    if (status !== 200) throw new Error(`a movement returned ${status}`);
    made.answeredMs = performance.now();
  }
}

async function centsOf(url: string, { walletId, token }: Mover): Promise<number> {
  const { status, body } = await ask(url, "GET", `/api/defi/wallets/${walletId}`, { token });
  if (status !== 200) throw new Error(`reading the wallet returned ${status}`);
  return Math.round((body["wallet"] as { balance: number }).balance * 100);
}

/**
 * Returns the problem of a balance after the restore. It must be the balance after some of the movements: all that were answered
 * before the copy began, and none that began after it ended.
 */
export function problemsOf(
  { name, moves }: Pick<Mover, "name" | "moves">,
  cents: number,
  copy: { readonly begunMs: number; readonly endedMs: number },
): string[] {
  const must = moves.filter(({ answeredMs = Number.POSITIVE_INFINITY }) => answeredMs <= copy.begunMs).length;
  const may = moves.filter(({ begunMs }) => begunMs <= copy.endedMs).length;
  const after = [0];
  for (const one of moves) after.push((after.at(-1) ?? 0) + one.cents);
  const found = after.indexOf(cents);
  return found >= must && found <= may
    ? []
    : [`${name} has ${cents} cents, the balance after ${found} movements; expected ${must} to ${may}`];
}

async function auditOf(endpoint: string, tableName: string): Promise<Report> {
  const before = process.env["TABLE_NAME"];
  process.env["TABLE_NAME"] = tableName;
  Table.configure(clientConfig(endpoint));
  try {
    return await audit();
  } finally {
    Table.configure({});
    if (before === undefined) delete process.env["TABLE_NAME"];
    else process.env["TABLE_NAME"] = before;
  }
}

/** @param data an empty folder for the platform's data and the export */
export async function rehearse(
  data: string,
  say: (line: string) => void = () => undefined,
): Promise<Rehearsal> {
  const program = binary();
  if (program === undefined) throw new Error("this machine has no embedded database to rehearse on");
  const steps: { step: string; tookMs: number }[] = [];
  const timed = async <T>(step: string, work: () => Promise<T> | T): Promise<T> => {
    const startedMs = performance.now();
    const result = await work();
    const tookMs = Math.round(performance.now() - startedMs);
    steps.push({ step, tookMs });
    say(`${step}: ${tookMs} ms`);
    return result;
  };
  mkdirSync(data, { recursive: true });
  const [file, copy] = [join(data, "table.sqlite"), join(data, "moment.sqlite")];

  await using cleanup = new AsyncDisposableStack();
  let platform = await timed("the platform starts", () => startPlatform(data));
  cleanup.defer(() => platform.stop());
  const movers = await Promise.all(Array.from({ length: USERS }, (_, index) => mover(platform.url, index)));
  const leaver = await Leaver.arrive(platform.url);
  const ending = new AbortController();
  const moving = Promise.all(movers.map((one) => move(platform.url, one, ending.signal)));
  moving.catch(() => undefined);
  await Promise.race([sleep(MOVING_MS), moving]);
  const begunMs = performance.now();
  const at = new Date().toISOString();
  await timed("the moment is copied, while money moves", () => copyDatabase(file, copy));
  const endedMs = performance.now();
  const later = await mover(platform.url, USERS);
  await Promise.race([sleep(MOVING_MS), moving]);
  ending.abort();
  await moving;
  await timed("a user is erased", () => Leaver.leave(platform.url, leaver));
  if (await Leaver.isKnown(platform.url, leaver)) throw new Error("the user was not erased");
  await timed("the platform stops", () => platform.stop());

  const old = await startEmbedded(program, copy, say);
  const root = await timed("the table of the moment is exported", () =>
    exportTable({ endpoint: old.endpoint, tableName: "svc-local", at }, data),
  );
  await old.stop();
  const exported = await timed("the export is audited", () => auditExport(folder(root)));
  const database = await startEmbedded(program, file, say);
  const target = { endpoint: database.endpoint, tableName: RESTORED };
  const items = await timed("the restored table is created", async () => {
    await createTable(database.endpoint, RESTORED);
    return importTable(folder(root), await manifestOf(folder(root)), target);
  });
  const restored = await timed("the restored table is audited", () => auditOf(database.endpoint, RESTORED));
  await database.stop();

  platform = await timed("the platform starts on it", () => startPlatform(data, RESTORED));
  const erasedWasBack = await Leaver.isKnown(platform.url, leaver);
  const output = await timed("the user is erased again", () => Leaver.reapply(data, at));
  await Leaver.runErasures(platform.url);
  await Leaver.runErasures(platform.url);
  const erasedIsGone = / is back: /.test(output) && !(await Leaver.isKnown(platform.url, leaver));
  const lost: string[] = [];
  for (const one of movers)
    lost.push(...problemsOf(one, await centsOf(platform.url, one), { begunMs, endedMs }));
  const gone = await ask(platform.url, "GET", `/api/defi/wallets/${later.walletId}`, { token: later.token });
  const [first] = movers as [Mover];
  const before = await centsOf(platform.url, first);
  const again = { operation: "DEPOSIT", amount: 1, reason: "after the restore" };
  await ask(platform.url, "PUT", `/api/defi/wallets/${first.walletId}`, { body: again, token: first.token });
  const worksOn = (await centsOf(platform.url, first)) === before + 100;
  const { dynamodbEndpoint } = JSON.parse(readFileSync(join(data, "runtime.json"), "utf8"));
  const goneOn = await auditOf(dynamodbEndpoint, RESTORED);
  await platform.stop();
  const all = movers.flatMap(({ moves }) => moves);
  return {
    steps,
    items,
    movesBefore: all.filter(({ answeredMs = Number.POSITIVE_INFINITY }) => answeredMs <= begunMs).length,
    movesAfter: all.filter(({ begunMs: moveMs }) => moveMs > endedMs).length,
    audits: { export: exported.report, restored, goneOn },
    lost,
    laterIsGone: gone.status === 401,
    erasedWasBack,
    erasedIsGone,
    worksOn,
  };
}
