import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";

/** Files: the only module that calls S3. Buckets are encrypted and not public; a permitted reader gets a temporary link. */

let client: S3Client | undefined;
let clientConfig: S3ClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: S3ClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

const configuration = (): S3ClientConfig => ({
  maxAttempts: 4,
  // Set OBJECTS_PATH_STYLE for endpoints that have no host name per bucket, such as local ones.
  forcePathStyle: env("OBJECTS_PATH_STYLE", "") === "true",
  ...clientConfig,
});

async function s3() {
  const sdk = await import("./s3.lazy.ts");
  client ??= new sdk.S3Client(configuration());
  return { ...sdk, client };
}

/** The buckets. Their permissions are separate. */
export type Bucket = "results" | "identity";

const names: Readonly<Record<Bucket, () => string>> = {
  results: () => env("OBJECTS_BUCKET"),
  identity: () => env("IDENTITY_BUCKET"),
};

/** The location of a file. */
export interface Place {
  readonly bucket: Bucket;
  readonly key: string;
}

const at = ({ bucket, key }: Place) => ({ Bucket: names[bucket](), Key: key });

/** Stores a file under a key, and replaces an existing one. The bucket encrypts it. */
export async function put(place: Place, body: Uint8Array, contentType: string): Promise<void> {
  const { client, PutObjectCommand } = await s3();
  await client.send(new PutObjectCommand({ ...at(place), Body: body, ContentType: contentType }));
}

/** Deletes a file, if it exists. */
export async function remove(place: Place): Promise<void> {
  const { client, DeleteObjectCommand } = await s3();
  await client.send(new DeleteObjectCommand(at(place)));
}

/** Yields the keys of a bucket's files with a prefix. */
export async function* keys(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  const { client, ListObjectsV2Command } = await s3();
  let after: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: names[bucket](), Prefix: prefix, ContinuationToken: after }),
    );
    yield* (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    after = page.NextContinuationToken;
  } while (after !== undefined);
}

/** Deletes all files with a prefix, with all their versions. */
export async function erase(bucket: Bucket, prefix: string): Promise<void> {
  const Bucket = names[bucket]();
  const { client, DeleteObjectCommand, ListObjectVersionsCommand } = await s3();
  for (;;) {
    // From the beginning each time, because the found versions are deleted.
    const found = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix }));
    const versions = [...(found.Versions ?? []), ...(found.DeleteMarkers ?? [])];
    for (const { Key, VersionId } of versions)
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    if (!found.IsTruncated) return;
  }
}

/** A file is larger than its reader accepts. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/**
 * Reads a file; undefined if it does not exist.
 * @param mostBytes the maximum size
 * @throws TooLarge before reading
 */
export async function read(place: Place, mostBytes: number): Promise<Buffer | undefined> {
  const { client, GetObjectCommand } = await s3();
  try {
    const { Body, ContentLength = Number.POSITIVE_INFINITY } = await client.send(
      new GetObjectCommand(at(place)),
    );
    if (ContentLength > mostBytes) {
      if (Body && "destroy" in Body) Body.destroy();
      throw new TooLarge(`${place.key} has ${ContentLength} bytes`);
    }
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } catch (error) {
    if (error instanceof Error && error.name === "NoSuchKey") return undefined;
    throw error;
  }
}

/**
 * Returns a link that downloads the file.
 * @param seconds how long it is valid
 * @param fileName the name of the downloaded file: letters, digits, dots and dashes
 */
export async function link(place: Place, seconds: number, fileName: string): Promise<string> {
  if (!/^[\w.-]{1,100}$/.test(fileName)) throw new TypeError(`"${fileName}" cannot be a file's name`);
  const ResponseContentDisposition = `attachment; filename="${fileName}"`;
  const { client, getSignedUrl, GetObjectCommand } = await s3();
  return getSignedUrl(client, new GetObjectCommand({ ...at(place), ResponseContentDisposition }), {
    expiresIn: seconds,
    signingDate: Clock.now(),
  });
}

/**
 * Returns a link that uploads (PUT) a file of exactly this size, once or more.
 * @param seconds how long it is valid
 */
export async function uploadLink(place: Place, seconds: number, bytes: number): Promise<string> {
  const { getSignedUrl, PutObjectCommand, S3Client } = await import("./s3.lazy.ts");
  // Otherwise the link would demand the checksum of an empty body, since it is signed without one.
  const signer = new S3Client({ ...configuration(), requestChecksumCalculation: "WHEN_REQUIRED" });
  try {
    return await getSignedUrl(signer, new PutObjectCommand({ ...at(place), ContentLength: bytes }), {
      expiresIn: seconds,
      signingDate: Clock.now(),
      signableHeaders: new Set(["content-length", "host"]),
    });
  } finally {
    signer.destroy();
  }
}
