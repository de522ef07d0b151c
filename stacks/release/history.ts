import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";

/**
 * What was deployed to a stage, in its order: each release's assembly, and a mark as its deployment begins and as it
 * has ended well. A deployment that failed half way has begun and not ended, so what is gone back to is the one before.
 */

export interface Place {
  readonly client: S3Client;
  readonly bucket: string;
  readonly stage: string;
}

const mark = z.object({ release: z.string(), what: z.enum(["begun", "done"]) });
export type Mark = z.output<typeof mark>;

const NAME = /^\d{8}T\d{6}Z-[0-9a-f]{7,40}$/;

/** A release's name: when it was built, and of which commit. @throws Error */
export function checkName(release: string): string {
  if (NAME.test(release)) return release;
  throw new Error(`a release is called such as 20261123T061500Z-1a2b3c4, not "${release}"`);
}

const archiveKey = (stage: string, release: string): string => `${stage}/releases/${release}.tgz`;
const markPrefix = (stage: string): string => `${stage}/history/`;

/** Keeps a release's assembly, packed. */
export async function keep(
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

/** Fetches a release's assembly into a file. @throws Error where it is not kept */
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

/** Notes that a deployment begins, or has ended well. Marks are ordered by the instant in their names. */
export async function note({ client, bucket, stage }: Place, what: Mark, now = new Date()): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `${markPrefix(stage)}${now.toISOString()}-${what.what}.json`,
      Body: JSON.stringify(what),
      ContentType: "application/json",
    }),
  );
}

/** All marks of a stage, the oldest first. */
export async function history({ client, bucket, stage }: Place): Promise<readonly Mark[]> {
  const keys: string[] = [];
  const request = { Bucket: bucket, Prefix: markPrefix(stage) };
  for await (const { Contents: found = [] } of paginateListObjectsV2({ client }, request))
    keys.push(...found.flatMap(({ Key: key }) => key ?? []));
  const marks: Mark[] = [];
  for (const Key of keys.sort()) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    marks.push(mark.parse(JSON.parse((await Body?.transformToString()) ?? "")));
  }
  return marks;
}

/** The release that a stage has, or was being given: the last whose deployment began. */
export const current = (marks: readonly Mark[]): string | undefined =>
  marks.findLast(({ what }) => what === "begun")?.release;

/**
 * The release before the current one: the last that had ended well as the current one began for the first time. So
 * going back twice leads two back, and a failed release is never gone back to.
 */
export function before(marks: readonly Mark[]): string | undefined {
  const now = current(marks);
  const first = marks.findIndex(({ release }) => release === now);
  return marks.slice(0, first).findLast(({ what, release }) => what === "done" && release !== now)?.release;
}
