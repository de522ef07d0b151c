import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openObjectStore } from "@svc/local-aws/s3/store";
import { expect, it } from "vitest";
import { start } from "./runtime.ts";

it("the local runtime stores its data, including secrets, in files that only their owner can read", async () => {
  const data = mkdtempSync(join(tmpdir(), "svc-private-"));
  const runtime = await start({ data, providers: false, consumers: [] });
  try {
    openObjectStore(join(data, "objects"), Date.now).write("a/b", {
      contentType: "text/plain",
      writtenMs: 0,
      body: Buffer.from("x"),
    });
    const paths = [".", ...readdirSync(data, { recursive: true, encoding: "utf8" })];
    expect(paths).toEqual(expect.arrayContaining(["table.sqlite", "runtime.json"]));
    const open = paths.filter((name) => (statSync(join(data, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  } finally {
    await runtime.stop();
    rmSync(data, { recursive: true });
  }
});
