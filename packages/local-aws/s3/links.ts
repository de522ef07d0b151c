import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** Checks signed links (SigV4 in the query). */

/** The longest time that a link may work, in seconds: a week, as with S3. */
const MAX_EXPIRES = 604_800;

/** The purpose of a link: to read an object, or to write one of so many bytes. */
export type Purpose = { readonly method: "GET" } | { readonly method: "PUT"; readonly bytes: number };

export interface Link {
  /** The address that the link was signed for, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: string;
  readonly purpose: Purpose;
  readonly query: URLSearchParams;
  readonly nowMs: number;
}

/** Parses an `X-Amz-Date` (`20261122T101112Z`). Returns an invalid date if it is malformed. */
function signingDateOf(query: URLSearchParams): Date {
  const [, y, m, d, h, min, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "") ?? [];
  return new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
}

function commandOf({ bucket: Bucket, key: Key, purpose, query }: Link) {
  if (purpose.method === "PUT") return new PutObjectCommand({ Bucket, Key, ContentLength: purpose.bytes });
  const disposition = query.get("response-content-disposition");
  return new GetObjectCommand({
    Bucket,
    Key,
    ...(disposition !== null && { ResponseContentDisposition: disposition }),
  });
}

/** Whether a link was signed with our key and has not expired. Signs it again and compares the signatures. */
export async function isSigned(link: Link): Promise<boolean> {
  const { endpoint, purpose, query, nowMs } = link;
  const signingDate = signingDateOf(query);
  const expiresIn = Number(query.get("X-Amz-Expires"));
  if (Number.isNaN(signingDate.getTime())) return false;
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_EXPIRES) return false;
  if (signingDate.getTime() + expiresIn * 1000 <= nowMs) return false;
  const client = new S3Client({
    endpoint,
    region: "local",
    forcePathStyle: true,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const signed = await getSignedUrl(client, commandOf(link) as GetObjectCommand, {
    expiresIn,
    signingDate,
    ...(purpose.method === "PUT" && { signableHeaders: new Set(["content-length", "host"]) }),
  });
  client.destroy();
  return new URL(signed).searchParams.get("X-Amz-Signature") === query.get("X-Amz-Signature");
}
