import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as Table from "../../core/platform/table/index.ts";
import * as Policy from "../../core/policy/index.ts";
import { bundleAudit } from "../../stacks/bundle.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { funded, someone } from "../../tests/support/ledger.ts";
import { createTable } from "../database.ts";
import { auditExport } from "./auditing.ts";
import { folder, items, manifestOf } from "./export.ts";
import { exportTable, importTable } from "./exporting.ts";

/** An export is audited as a table is: on this machine, and in the job of every night by the same code. */

const database = withDatabase();
const place = mkdtempSync(join(tmpdir(), "export-"));
let whole: string;

beforeAll(async () => {
  const one = await funded(someone(), "EUR", 10_000n);
  const other = await funded(someone(), "EUR", 500n);
  const by = { actorId: "test", reason: "a test", result: () => undefined };
  await Policy.transfer(one, other, 1_234n, by);
  await Policy.hold(one, 900n, by);
  const { endpoint } = database;
  whole = await exportTable(
    { endpoint, tableName: Table.tableName(), at: "2026-11-23T02:00:00.000Z" },
    place,
  );
});
afterAll(() => rmSync(place, { recursive: true }));

/** The export with its items changed, as somebody with a hand in the table would have them. */
function changed(name: string, change: (line: string) => string, keepSums = false): string {
  const at = join(place, name);
  cpSync(whole, at, { recursive: true });
  for (const file of readdirSync(join(at, "data"))) {
    const path = join(at, "data", file);
    const before = readFileSync(path);
    const after = gzipSync(gunzipSync(before).toString().split("\n").map(change).join("\n"));
    writeFileSync(path, after);
    if (keepSums) continue;
    const sum = (bytes: Buffer) => createHash("md5").update(bytes).digest("base64");
    const list = join(at, "manifest-files.json");
    writeFileSync(list, readFileSync(list, "utf8").replace(sum(before), sum(after)));
  }
  return at;
}

/** A wallet with a cent more than its entries give. */
const richer = (line: string): string =>
  line.replace(/"available":\{"N":"7866"\}/, '"available":{"N":"7867"}');

describe("an export", () => {
  test("of a sound table is sound, and has every item as the table has it", async () => {
    const { report, of } = await auditExport(folder(whole));
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ userAccounts: 2, openHolds: 1 });
    expect(of).toContain("at 2026-11-23T02:00:00.000Z");
    const stored = await Array.fromAsync(Table.scan());
    const exported = await Array.fromAsync(items(folder(whole), await manifestOf(folder(whole))));
    expect(exported).toEqual(stored);
  });

  test("with a balance that was tampered with is found out, by account and figures", async () => {
    const { report } = await auditExport(folder(changed("richer", richer)));
    expect(report.differences.join("\n")).toMatch(/wallet:wal_\S+.*78\.67.*78\.66|78\.66.*78\.67/);
  });

  test("that lost an item is found out, or refused before it is believed", async () => {
    const shorter = changed("shorter", (line) => (line.includes("HISTORY#") ? "" : line));
    await expect(auditExport(folder(shorter))).rejects.toThrow(/its manifest says/);
    const spoiled = changed("spoiled", richer, true);
    await expect(auditExport(folder(spoiled))).rejects.toThrow(/checksum/);
    const cut = changed("cut", (line) => line);
    const [file = ""] = readdirSync(join(cut, "data"));
    writeFileSync(join(cut, "data", file), readFileSync(join(cut, "data", file)).subarray(0, -40));
    await expect(auditExport(folder(cut))).rejects.toThrow();
  });

  test("makes a table that is the same, to the item", async () => {
    const { endpoint } = database;
    const tableName = `${Table.tableName()}-restored`;
    await createTable(endpoint, tableName);
    const manifest = await manifestOf(folder(whole));
    expect(await importTable(folder(whole), manifest, { endpoint, tableName })).toBe(manifest.itemCount);
    const again = await exportTable({ endpoint, tableName, at: "2026-11-23T03:00:00.000Z" }, place);
    const all = async (at: string) => Array.fromAsync(items(folder(at), await manifestOf(folder(at))));
    expect(await all(again)).toEqual(await all(whole));
  });
});

/** As much of AWS as the job calls: an export that is done at once, its files, and figures that are told. */
async function startAws(root: string) {
  const calls: { readonly target: string; readonly body: Record<string, unknown> }[] = [];
  const answer = (target: string): object => {
    const manifest = "AWSDynamoDB/1-abc/manifest-summary.json";
    if (target.endsWith("ExportTableToPointInTime"))
      return { ExportDescription: { ExportArn: "arn:export", ExportStatus: "IN_PROGRESS" } };
    if (target.endsWith("DescribeExport"))
      return { ExportDescription: { ExportStatus: "COMPLETED", ExportManifest: manifest, ItemCount: 1 } };
    return {};
  };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = request.headers["x-amz-target"];
    if (target === undefined) {
      const path = join(root, String(request.url).replace(/^\/exports\/AWSDynamoDB\/1-abc\/|\?.*$/g, ""));
      if (!existsSync(path)) return response.writeHead(404).end();
      return response.end(readFileSync(path));
    }
    calls.push({ target: String(target), body: JSON.parse(Buffer.concat(chunks).toString()) });
    return response
      .setHeader("content-type", "application/x-amz-json-1.0")
      .end(JSON.stringify(answer(String(target))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { calls, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the job of every night, bundled as it is deployed", () => {
  beforeAll(async () => {
    await bundleAudit(join(place, "bundle"));
  });

  /** Runs it on an export, as its buildspec does. */
  async function run(root: string) {
    const { calls, server, url } = await startAws(root);
    const found = "process.exit(found > 0 ? 1 : 0)";
    const script = `import(process.cwd() + "/index.mjs").then((job) => job.handler()).then((found) => ${found})`;
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
        cwd: join(place, "bundle"),
        env: {
          AWS_ENDPOINT_URL: url,
          AWS_REGION: "eu-west-3",
          AWS_ACCESS_KEY_ID: "local",
          AWS_SECRET_ACCESS_KEY: "local",
          TABLE_ARN: "arn:table",
          EXPORT_BUCKET: "exports",
          EXPORT_KEY_ARN: "arn:key",
          METRICS_NAMESPACE: "svc/prod",
        },
      }).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }));
      return { stdout, calls };
    } finally {
      server.close();
    }
  }
  const toldBy = (calls: Awaited<ReturnType<typeof run>>["calls"]) =>
    calls.filter(({ target }) => target.endsWith("PutMetricData")).map(({ body }) => body);

  test("has the table exported under the stage's key, audits that, and tells that nothing differs", async () => {
    const { stdout, calls } = await run(whole);
    expect(stdout).toContain("Every balance is what the journal gives");
    expect(calls[0]?.body).toMatchObject({
      TableArn: "arn:table",
      S3Bucket: "exports",
      S3SseAlgorithm: "KMS",
      S3SseKmsKeyId: "arn:key",
      ExportFormat: "DYNAMODB_JSON",
      ClientToken: expect.stringMatching(/^audit-\d{4}-\d\d-\d\dT\d\d$/),
    });
    expect(toldBy(calls)).toEqual([
      { Namespace: "svc/prod", MetricData: [{ MetricName: "auditDifferences", Value: 0, Unit: "Count" }] },
    ]);
  });

  test("tells how many differences there are", async () => {
    const { stdout, calls } = await run(changed("tampered", richer));
    expect(stdout).toMatch(/\d+ differences:/);
    expect(toldBy(calls)).toMatchObject([{ MetricData: [{ Value: expect.any(Number) }] }]);
    expect((toldBy(calls)[0] as { MetricData: [{ Value: number }] }).MetricData[0].Value).toBeGreaterThan(0);
  });

  test("tells nothing where the export is not whole: silence is what the alarm is for", async () => {
    const { stdout, calls } = await run(changed("broken", richer, true));
    expect(stdout).toContain("checksum");
    expect(toldBy(calls)).toEqual([]);
  });
});
