import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { NoTarget } from "../../contract/bin/command.ts";
import type { Item } from "../../core/platform/table/index.ts";

/**
 * Reads an export of a table item by item: the files of `ExportTableToPointInTime`, or of a local export, which have the same
 * format. Sizes and checksums are compared with the manifest, so that missing data is noticed. Source: Amazon DynamoDB Developer
 * Guide, DynamoDB table export output format.
 */

/** The files of an export, in a folder or a bucket. */
export interface Files {
  readonly title: string;
  open(name: string): Promise<Readable>;
}

/** Opens a folder with the bucket's content, from `AWSDynamoDB/` on or from the export's own folder on. @throws NoTarget if it does not exist */
export function folder(path: string): Files {
  if (!existsSync(path)) throw new NoTarget(`There is no folder ${path}.`);
  return { title: path, open: async (name) => createReadStream(join(path, name)) };
}

/** Opens the files of an export in S3. @param at `s3://bucket/…/AWSDynamoDB/<export id>` */
export async function bucket(at: string, client: { send(command: never): Promise<unknown> }): Promise<Files> {
  const { GetObjectCommand } = await import("@aws-sdk/client-s3");
  const [, Bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/(.+?)\/?$/.exec(at) ?? [];
  if (prefix === "") throw new NoTarget(`${at} is not s3://bucket/prefix.`);
  return {
    title: at,
    async open(name) {
      const { Body } = (await client.send(
        new GetObjectCommand({ Bucket, Key: `${prefix}/${name}` }) as never,
      )) as { Body: Readable };
      return Body;
    },
  };
}

export interface Manifest {
  readonly tableArn: string;
  /** The instant of the export, ISO 8601. */
  readonly exportTime: string;
  readonly itemCount: number;
  readonly files: readonly DataFile[];
}

interface DataFile {
  readonly name: string;
  readonly itemCount: number;
  /** Base64, of the compressed file. */
  readonly md5: string;
}

async function text(files: Files, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.open(name)) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

/** @throws Error if the export is incomplete or has another format */
export async function manifestOf(files: Files): Promise<Manifest> {
  const summary = JSON.parse(await text(files, "manifest-summary.json"));
  const { tableArn, exportTime, itemCount, outputFormat, exportType = "FULL_EXPORT" } = summary;
  if (outputFormat !== "DYNAMODB_JSON" || exportType !== "FULL_EXPORT")
    throw new Error(`${files.title} is ${exportType} as ${outputFormat}, not a full export as DYNAMODB_JSON`);
  const lines = (await text(files, "manifest-files.json")).split("\n").filter((line) => line !== "");
  const data = lines.map((line) => {
    const { itemCount: count, md5Checksum, dataFileS3Key } = JSON.parse(line);
    const name = String(dataFileS3Key).split("/").slice(-2).join("/");
    return { name, itemCount: Number(count), md5: String(md5Checksum) };
  });
  const listed = data.reduce((sum, one) => sum + one.itemCount, 0);
  if (listed !== itemCount)
    throw new Error(`${files.title} has ${itemCount} items by its summary, ${listed} by its list of files`);
  return {
    tableArn: String(tableArn),
    exportTime: String(exportTime),
    itemCount: Number(itemCount),
    files: data,
  };
}

/**
 * Yields every item of an export, as the table returns it.
 * @throws Error if a file differs from the manifest
 */
export async function* items(files: Files, manifest: Manifest): AsyncGenerator<Item> {
  for (const file of manifest.files) {
    let count = 0;
    for await (const line of linesOf(files, file)) {
      count++;
      const { Item } = JSON.parse(line) as { Item: Record<string, AttributeValue> };
      yield unmarshall(Item, { wrapNumbers: (digits) => BigInt(digits) });
    }
    if (count !== file.itemCount)
      throw new Error(`${file.name} has ${count} items, its manifest says ${file.itemCount}`);
  }
}

async function* linesOf(files: Files, { name, md5 }: DataFile): AsyncGenerator<string> {
  const hash = createHash("md5");
  const summed = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const unpacked = new PassThrough();
  const piped = pipeline(await files.open(name), summed, createGunzip(), unpacked);
  // Passes a failure to the reader of the lines, which ends then.
  piped.catch((error: unknown) =>
    unpacked.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== "") yield line;
  await piped;
  const sum = hash.digest("base64");
  if (sum !== md5) throw new Error(`${name} has checksum ${sum}, its manifest says ${md5}`);
}
