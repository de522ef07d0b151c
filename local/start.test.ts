import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GRACE_MS } from "@svc/local-aws/http/gateway";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Table from "../core/platform/table/index.ts";
import { eventually } from "../tests/support/eventually.ts";
import { bare } from "../tests/support/items.ts";
import { holdTimers } from "../tests/support/timers.ts";
import { type Runtime, start } from "./runtime.ts";

/** Starting the platform, rejected starts, and failures of its parts. */

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

/** Starts a minimal platform. */
async function up(): Promise<Runtime> {
  const stream = { id: "stream", method: "GET", path: "/stream", stream: true };
  // Lambda's global, which handlers of streams use.
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

describe("a rejected start", () => {
  test("prints a line for each invalid setting, without a stack trace", () => {
    const { status, lines } = npmStart({ PORT: "x", BCRYPT_COST: "99", JWT_SECRET: "short" });
    expect(status).toBe(1);
    expect(lines).toEqual([
      'PORT must be a whole number from 0 to 65535, got "x"',
      'BCRYPT_COST must be a whole number from 4 to 15, got "99"',
      "JWT_SECRET must be 32 bytes or more",
      "Not started. .env.example explains every setting.",
    ]);
  });

  test("prints a line if the path of the data is not a folder", () => {
    const { status, lines } = npmStart({ LOCAL_DATA: "/dev/null/x" });
    expect(status).toBe(1);
    expect(lines).toEqual(["LOCAL_DATA: /dev/null/x cannot be used as a folder (ENOTDIR)."]);
  });

  test("happens if the table's file was emptied, because money would be lost silently", async () => {
    await (await up()).stop();
    running.clear();
    writeFileSync(join(data, "schedules.json"), JSON.stringify({ ranUntilMs: 1 }));
    writeFileSync(join(data, "table.sqlite"), "");
    await expect(up()).rejects.toThrow(/table\.sqlite is empty, though the platform has run on this data/);
  });

  test("happens if the data is of another version, because amounts could be misread", async () => {
    await (await up()).stop();
    running.clear();
    expect((await up()).url).toMatch(/^http/);
    for (const runtime of running) await runtime.stop();
    running.clear();
    rmSync(join(data, "form.json"));
    await expect(up()).rejects.toThrow(/was written by another version of svc/);
    expect(npmStart({ PORT: "0" }).lines.at(-1)).toMatch(
      /^Not started: .* Delete it, or use another folder: LOCAL_DATA=/,
    );
  });

  test("happens to one of two concurrent starts on the same folder", async () => {
    const both = await Promise.allSettled([up(), up()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({ name: "DataInUse" });
  });
});

/** Returns the process of this folder's database. */
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

test("a killed database is restarted with its data, and the health is 503 until then", async () => {
  const { url } = await up();
  const health = async () => (await fetch(`${url}/_local/health`)).status;
  await Table.put(bare({ pk: "STORED", sk: "1", word: "stored" }));
  const killed = databaseProcess();
  process.kill(killed, "SIGKILL");
  await eventually(async () => expect(await health()).toBe(503));
  await eventually(async () => expect(await health()).toBe(200));
  expect(databaseProcess()).not.toBe(killed);
  expect(await Table.get({ pk: "STORED", sk: "1" })).toMatchObject({ word: "stored" });
});

test("a stop does not wait for open streams", async () => {
  const runtime = await up();
  const response = await fetch(`${runtime.url}/stream`);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("begun");
  const rest = reader?.read().then(
    () => "ended",
    () => "cut",
  );
  // The grace period of other requests never ends, so that a stop that waited for it would hang.
  holdTimers(GRACE_MS);
  await runtime.stop();
  running.delete(runtime);
  expect(await rest).toBe("cut");
});
