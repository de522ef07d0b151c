import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GRACE_MS } from "@svc/local-aws/http/gateway";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Table from "../core/platform/table/index.ts";
import { eventually } from "../tests/support/eventually.ts";
import { bare } from "../tests/support/items.ts";
import { heldTimers } from "../tests/support/timers.ts";
import { type Runtime, start } from "./runtime.ts";

/** How the platform starts, what it refuses to start on, and how it outlives its parts. */

let data = "";
const running = new Set<Runtime>();
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "start-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const runtime of running) await runtime.stop();
  running.clear();
  rmSync(data, { recursive: true, force: true });
});

/** As little of a platform as there is. */
async function up(): Promise<Runtime> {
  const stream = { id: "stream", method: "GET", path: "/stream", stream: true };
  // Lambda's global, as the handlers of streams find it.
  const { awslambda } = globalThis as unknown as { awslambda: { streamifyResponse<T>(handler: T): T } };
  const load = async () => awslambda.streamifyResponse(forever);
  const options = { data, providers: false, seeded: false, routes: [stream], consumers: [], load };
  const runtime = await start({ ...options, report: () => undefined } as never);
  running.add(runtime);
  return runtime;
}

/** Writes once, and ends with its client. */
const forever = (_: unknown, response: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    response.write("begun");
    response.once("close", resolve);
  });

const npmStart = (variables: Readonly<Record<string, string>>) => {
  const env = { ...process.env, LOCAL_DATA: data, ...variables };
  const { status, stderr } = spawnSync(process.execPath, ["local/main.ts"], { env, encoding: "utf8" });
  return { status, lines: stderr.trim().split("\n") };
};

describe("a start that cannot be", () => {
  test("says each wrong setting in a line, and shows no stack", () => {
    const { status, lines } = npmStart({ PORT: "x", BCRYPT_COST: "99", JWT_SECRET: "short" });
    expect(status).toBe(1);
    expect(lines).toEqual([
      'PORT must be a whole number from 0 to 65535, got "x"',
      'BCRYPT_COST must be a whole number from 4 to 15, got "99"',
      "JWT_SECRET must be 32 bytes or more",
      "Not started. .env.example explains every setting.",
    ]);
  });

  test("says in a line that a folder is none", () => {
    const { status, lines } = npmStart({ LOCAL_DATA: "/dev/null/x" });
    expect(status).toBe(1);
    expect(lines).toEqual(["LOCAL_DATA: /dev/null/x cannot be used as a folder (ENOTDIR)."]);
  });

  test("is one on a table that was emptied: money would be gone in silence", async () => {
    await (await up()).stop();
    running.clear();
    writeFileSync(join(data, "schedules.json"), JSON.stringify({ ranUntilMs: 1 }));
    writeFileSync(join(data, "table.sqlite"), "");
    await expect(up()).rejects.toThrow(/table\.sqlite is empty, though the platform has run on this data/);
  });

  test("is one on data of another version: money would be read wrongly", async () => {
    await (await up()).stop();
    running.clear();
    expect((await up()).url).toMatch(/^http/);
    for (const runtime of running) await runtime.stop();
    running.clear();
    rmSync(join(data, "form.json"));
    await expect(up()).rejects.toThrow(/was written by another version of svc/);
    expect(npmStart({ PORT: "0" }).lines.at(-1)).toMatch(
      /^Not started: .* Delete it, or begin beside it: LOCAL_DATA=/,
    );
  });

  test("is the second of two on one folder in the same instant", async () => {
    const both = await Promise.allSettled([up(), up()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({ name: "DataInUse" });
  });
});

/** The process of the database that keeps its data here. */
function databaseProcess(): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const command = (pid: string): string[] => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  };
  const found = pids.find((pid) => {
    const [program = "", ...args] = command(pid);
    return program.endsWith("dynoxide") && args.includes(join(data, "table.sqlite"));
  });
  if (!found) throw new Error("there is no such process");
  return Number(found);
}

test("a database that is killed alone is started again with all that it had, and health says so meanwhile", async () => {
  const { url } = await up();
  const health = async () => (await fetch(`${url}/_local/health`)).status;
  await Table.put(bare({ pk: "KEPT", sk: "1", word: "kept" }));
  const killed = databaseProcess();
  process.kill(killed, "SIGKILL");
  await eventually(async () => expect(await health()).toBe(503));
  await eventually(async () => expect(await health()).toBe(200));
  expect(databaseProcess()).not.toBe(killed);
  expect(await Table.get({ pk: "KEPT", sk: "1" })).toMatchObject({ word: "kept" });
});

test("a stop waits for no stream that is open", async () => {
  const runtime = await up();
  const response = await fetch(`${runtime.url}/stream`);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("begun");
  const rest = reader?.read().then(
    () => "ended",
    () => "cut",
  );
  // The grace of other requests never ends: a stop that waited for it would not end either.
  heldTimers(GRACE_MS);
  await runtime.stop();
  running.delete(runtime);
  expect(await rest).toBe("cut");
});
