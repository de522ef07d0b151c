import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";

/**
 * Stores the releases of a stage: each release's assembly, and a mark when its deployment begins and when it succeeds. A failed
 * deployment has begun and is not done, so a rollback goes to the release before it.
 */

export interface Place {
  readonly client: S3Client;
  readonly bucket: string;
  readonly stage: string;
}

const markSchema = z.object({ release: z.string(), what: z.enum(["begun", "done"]) });
export type Mark = z.output<typeof markSchema>;

const NAME = /^\d{8}T\d{6}Z-[0-9a-f]{7,40}$/;

/** Checks a release's name: its build time and commit. @throws Error */
export function checkName(release: string): string {
  if (NAME.test(release)) return release;
  throw new Error(`a release has a name such as 20261123T061500Z-1a2b3c4, not "${release}"`);
}

const archiveKey = (stage: string, release: string): string => `${stage}/releases/${release}.tgz`;
const markPrefix = (stage: string): string => `${stage}/history/`;

/** Stores a release's packed assembly. */
export async function store(
  { client, bucket, stage }: Place,
  release: string,
  archive: string,
): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: archiveKey(stage, checkName(release)),
      Body: createReadStream(archive),
      ContentLength: (await stat(archive)).size,
    }),
  );
}

/** Downloads a release's assembly into a file. @throws Error if it is not stored */
export async function fetchTo(
  { client, bucket, stage }: Place,
  release: string,
  archive: string,
): Promise<void> {
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: archiveKey(stage, checkName(release)) }),
  );
  if (!Body) throw new Error(`release ${release} is empty`);
  await writeFile(archive, await Body.transformToByteArray());
}

/** Records that a deployment has begun or succeeded. Marks are ordered by the time in their names. */
export async function recordMark(
  { client, bucket, stage }: Place,
  what: Mark,
  now = new Date(),
): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `${markPrefix(stage)}${now.toISOString()}-${what.what}.json`,
      Body: JSON.stringify(what),
      ContentType: "application/json",
    }),
  );
}

/** Returns all marks of a stage, oldest first. */
export async function history({ client, bucket, stage }: Place): Promise<readonly Mark[]> {
  const keys: string[] = [];
  const request = { Bucket: bucket, Prefix: markPrefix(stage) };
  for await (const { Contents: found = [] } of paginateListObjectsV2({ client }, request))
    keys.push(...found.flatMap(({ Key: key }) => key ?? []));
  const marks: Mark[] = [];
  for (const Key of keys.sort()) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    marks.push(markSchema.parse(JSON.parse((await Body?.transformToString()) ?? "")));
  }
  return marks;
}

/** Returns the stage's release: the last whose deployment has begun. */
export const current = (marks: readonly Mark[]): string | undefined =>
  marks.findLast(({ what }) => what === "begun")?.release;

/**
 * Returns the release before the current one: the last that had succeeded when the current one first began. So a second
 * rollback goes one further back, and a failed release is never deployed again.
 */
export function before(marks: readonly Mark[]): string | undefined {
  const now = current(marks);
  const first = marks.findIndex(({ release }) => release === now);
  return marks.slice(0, first).findLast(({ what, release }) => what === "done" && release !== now)?.release;
}
