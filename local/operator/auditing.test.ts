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
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { createTable } from "../database.ts";
import { auditExport } from "./auditing.ts";
import { folder, items, manifestOf } from "./export.ts";
import { exportTable, importTable } from "./exporting.ts";

/** Audits an export like a table: locally, and in the nightly job with the same code. */

const database = withDatabase();
const place = mkdtempSync(join(tmpdir(), "export-"));
let whole: string;

beforeAll(async () => {
  const one = await createFundedWallet(newActor(), "EUR", 10_000n);
  const other = await createFundedWallet(newActor(), "EUR", 500n);
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

/** Exports the table with changed items, as a manipulation would. */
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

/** Adds a cent to a wallet beyond its entries. */
const richer = (line: string): string =>
  line.replace(/"available":\{"N":"7866"\}/, '"available":{"N":"7867"}');

describe("an export of the table", () => {
  test("has every item, and its audit has no differences", async () => {
    const { report, of } = await auditExport(folder(whole));
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ userAccounts: 2, openHolds: 1 });
    expect(of).toContain("at 2026-11-23T02:00:00.000Z");
    const stored = await Array.fromAsync(Table.scan());
    const exported = await Array.fromAsync(items(folder(whole), await manifestOf(folder(whole))));
    expect(exported).toEqual(stored);
  });

  test("with a manipulated balance has an audit that names the account and both amounts", async () => {
    const { report } = await auditExport(folder(changed("richer", richer)));
    expect(report.differences.join("\n")).toMatch(/wallet:wal_\S+.*78\.67.*78\.66|78\.66.*78\.67/);
  });

  test("with a missing item, a wrong checksum or a truncated file is rejected by its audit", async () => {
    const shorter = changed("shorter", (line) => (line.includes("HISTORY#") ? "" : line));
    await expect(auditExport(folder(shorter))).rejects.toThrow(/its manifest says/);
    const spoiled = changed("spoiled", richer, true);
    await expect(auditExport(folder(spoiled))).rejects.toThrow(/checksum/);
    const cut = changed("cut", (line) => line);
    const [file = ""] = readdirSync(join(cut, "data"));
    writeFileSync(join(cut, "data", file), readFileSync(join(cut, "data", file)).subarray(0, -40));
    await expect(auditExport(folder(cut))).rejects.toThrow();
  });

  test("can be imported into an empty table, which then has the same items", async () => {
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

/** The AWS calls of the job: a completed export, its files, and metrics. */
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

describe("the nightly job, bundled as deployed", () => {
  beforeAll(async () => {
    await bundleAudit(join(place, "bundle"));
  });

  /** Runs the job on an export, as its buildspec does. */
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
  const metricsOf = (calls: Awaited<ReturnType<typeof run>>["calls"]) =>
    calls.filter(({ target }) => target.endsWith("PutMetricData")).map(({ body }) => body);

  test("exports the table with the stage's key, audits the export, and publishes 0 differences", async () => {
    const { stdout, calls } = await run(whole);
    expect(stdout).toContain("Every balance matches the journal");
    expect(calls[0]?.body).toMatchObject({
      TableArn: "arn:table",
      S3Bucket: "exports",
      S3SseAlgorithm: "KMS",
      S3SseKmsKeyId: "arn:key",
      ExportFormat: "DYNAMODB_JSON",
      ClientToken: expect.stringMatching(/^audit-\d{4}-\d\d-\d\dT\d\d$/),
    });
    expect(metricsOf(calls)).toEqual([
      { Namespace: "svc/prod", MetricData: [{ MetricName: "auditDifferences", Value: 0, Unit: "Count" }] },
    ]);
  });

  test("publishes the number of differences", async () => {
    const { stdout, calls } = await run(changed("tampered", richer));
    expect(stdout).toMatch(/\d+ differences:/);
    expect(metricsOf(calls)).toMatchObject([{ MetricData: [{ Value: expect.any(Number) }] }]);
    expect((metricsOf(calls)[0] as { MetricData: [{ Value: number }] }).MetricData[0].Value).toBeGreaterThan(
      0,
    );
  });

  test("publishes no metric if the export is damaged, so that the alarm of missing data fires", async () => {
    const { stdout, calls } = await run(changed("broken", richer, true));
    expect(stdout).toContain("checksum");
    expect(metricsOf(calls)).toEqual([]);
  });
});
