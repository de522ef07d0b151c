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
 * Files: the only module that speaks to S3. One bucket, encrypted, closed to the public; who may read a file
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

const s3 = (): S3Client => {
  // Path style works with every endpoint, a local one too.
  client ??= new S3Client({
    maxAttempts: 4,
    forcePathStyle: env("OBJECTS_PATH_STYLE", "") === "true",
    ...clientConfig,
  });
  return client;
};

const bucket = (): string => env("OBJECTS_BUCKET");

/** Keeps a file under a key; one of the same key is replaced. */
export async function put(key: string, body: Uint8Array, contentType: string): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket(), Key: key, Body: body, ContentType: contentType }));
}

/** Deletes a file; nothing where there is none. */
export async function remove(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
}

/**
 * A link that lets whoever has it download the file.
 * @param seconds how long it works
 * @param fileName what the browser calls the file: letters, digits, dots and dashes
 */
export function link(key: string, seconds: number, fileName: string): Promise<string> {
  if (!/^[\w.-]{1,100}$/.test(fileName)) throw new TypeError(`"${fileName}" cannot be a file's name`);
  const ResponseContentDisposition = `attachment; filename="${fileName}"`;
  return getSignedUrl(
    s3(),
    new GetObjectCommand({ Bucket: bucket(), Key: key, ResponseContentDisposition }),
    {
      expiresIn: seconds,
      signingDate: Clock.now(),
    },
  );
}
