import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "./folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const onLinux = test.runIf(process.platform === "linux");

onLinux("a folder is one runtime's at a time, and free again once it is given back", async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    name: "DataInUse",
    message: expect.stringContaining(folder),
  });
  release();
  (await lockFolder(folder))();
});

/** Repeatedly forks this process, each time for the instant before the fork executes its program. */
const FORKS = `
  const { spawn } = require("node:child_process");
  const { parentPort } = require("node:worker_threads");
  setInterval(() => spawn("true", { stdio: "ignore" }).on("error", () => undefined), 5);
  parentPort.postMessage("ready");
`;

onLinux(
  "one that was given back can be taken at once, whatever other threads of the process start",
  async () => {
    const worker = new Worker(FORKS, { eval: true });
    await new Promise((resolve) => worker.once("message", resolve));
    // Without the retry, about one in ten would be rejected.
    try {
      for (let times = 0; times < 5_000; times++) (await lockFolder(folder))();
    } finally {
      await worker.terminate();
    }
  },
);
