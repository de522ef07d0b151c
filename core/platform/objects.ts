import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";

/**
 * Files: the only module that speaks to S3. Buckets are encrypted and closed to the public; who may read a file
 * gets a link for a while.
 */

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
  // Path style works with every endpoint, a local one too.
  forcePathStyle: env("OBJECTS_PATH_STYLE", "") === "true",
  ...clientConfig,
});

/** The SDK, and its client. */
async function s3() {
  const sdk = await import("./s3.lazy.ts");
  client ??= new sdk.S3Client(configuration());
  return { ...sdk, client };
}

/** What kind of files a bucket is for. Whoever may read the one need not be able to read the other. */
export type Bucket = "results" | "identity";

const names: Readonly<Record<Bucket, () => string>> = {
  results: () => env("OBJECTS_BUCKET"),
  identity: () => env("IDENTITY_BUCKET"),
};

/** Where a file is kept. */
export interface Place {
  readonly bucket: Bucket;
  readonly key: string;
}

const at = ({ bucket, key }: Place) => ({ Bucket: names[bucket](), Key: key });

/** Keeps a file under a key; one of the same key is replaced. The bucket encrypts it. */
export async function put(place: Place, body: Uint8Array, contentType: string): Promise<void> {
  const { client, PutObjectCommand } = await s3();
  await client.send(new PutObjectCommand({ ...at(place), Body: body, ContentType: contentType }));
}

/** Deletes a file; nothing where there is none. */
export async function remove(place: Place): Promise<void> {
  const { client, DeleteObjectCommand } = await s3();
  await client.send(new DeleteObjectCommand(at(place)));
}

/** The keys of a bucket's files that begin so. */
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

/** Deletes the files whose keys begin so, with every version that the bucket keeps of them. */
export async function erase(bucket: Bucket, prefix: string): Promise<void> {
  const Bucket = names[bucket]();
  const { client, DeleteObjectCommand, ListObjectVersionsCommand } = await s3();
  for (;;) {
    // From the beginning each time: what was found is gone then.
    const found = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix }));
    const versions = [...(found.Versions ?? []), ...(found.DeleteMarkers ?? [])];
    for (const { Key, VersionId } of versions)
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    if (!found.IsTruncated) return;
  }
}

/** A file is larger than whoever reads it takes. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/**
 * Reads a file; undefined where there is none.
 * @param mostBytes what is read at most
 * @throws TooLarge before any of it is read
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
 * A link that lets whoever has it download the file.
 * @param seconds how long it works
 * @param fileName what the browser calls the file: letters, digits, dots and dashes
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
 * A link that lets whoever has it upload (PUT) a file of exactly so many bytes, once or more.
 * @param seconds how long it works
 */
export async function uploadLink(place: Place, seconds: number, bytes: number): Promise<string> {
  const { getSignedUrl, PutObjectCommand, S3Client } = await import("./s3.lazy.ts");
  // Else the link would ask for the checksum of no bytes, which is all that there is when it is signed.
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
