import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
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

const s3 = (): S3Client => {
  client ??= new S3Client(configuration());
  return client;
};

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
  await s3().send(new PutObjectCommand({ ...at(place), Body: body, ContentType: contentType }));
}

/** Deletes a file; nothing where there is none. */
export async function remove(place: Place): Promise<void> {
  await s3().send(new DeleteObjectCommand(at(place)));
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
  try {
    const { Body, ContentLength = Number.POSITIVE_INFINITY } = await s3().send(
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
export function link(place: Place, seconds: number, fileName: string): Promise<string> {
  if (!/^[\w.-]{1,100}$/.test(fileName)) throw new TypeError(`"${fileName}" cannot be a file's name`);
  const ResponseContentDisposition = `attachment; filename="${fileName}"`;
  return getSignedUrl(s3(), new GetObjectCommand({ ...at(place), ResponseContentDisposition }), {
    expiresIn: seconds,
    signingDate: Clock.now(),
  });
}

/**
 * A link that lets whoever has it upload (PUT) a file of exactly so many bytes, once or more.
 * @param seconds how long it works
 */
export async function uploadLink(place: Place, seconds: number, bytes: number): Promise<string> {
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
