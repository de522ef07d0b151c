import type { IncomingMessage } from "node:http";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Kept, lifecycles } from "../contract/files.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { forbidden } from "./control.ts";
import type { Intercept } from "./gateway.ts";
import { type HttpAnswer, readBody, send } from "./http-event.ts";
import { type ObjectStore, openObjectStore } from "./object-store.ts";

/**
 * The S3 of this machine, as far as `core/platform/objects.ts` uses it: files are put by the SDK and read by
 * signed links.
 */

/** Where it is on the gateway. */
export const OBJECTS_PATH = "/_local/objects";
export const BUCKETS = { results: "svc-local", identity: "svc-local-identity" } as const;

const MAX_BYTES = 64 * 1024 * 1024;

/** No signed link works for longer: a week, as with S3. */
const MAX_EXPIRES = 604_800;

export interface Objects {
  readonly intercept: Intercept;
  /** Deletes the files whose time is over: the lifecycle of the buckets. */
  expire(): void;
  clear(): void;
}

/** The instant of an `X-Amz-Date` (`20261122T101112Z`); an invalid date where it is none. */
function signingDateOf(query: URLSearchParams): Date {
  const [, y, m, d, h, min, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "") ?? [];
  return new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
}

/** What a link is for: to get a file, or to put one of so many bytes. */
type Asked = { readonly method: "GET" } | { readonly method: "PUT"; readonly bytes: number };

/** Where a file is. */
interface Place {
  readonly bucket: string;
  readonly key: string;
}

function commandOf({ bucket, key }: Place, asked: Asked, query: URLSearchParams) {
  const place = { Bucket: bucket, Key: key };
  if (asked.method === "PUT") return new PutObjectCommand({ ...place, ContentLength: asked.bytes });
  const disposition = query.get("response-content-disposition");
  return new GetObjectCommand({
    ...place,
    ...(disposition !== null && { ResponseContentDisposition: disposition }),
  });
}

/**
 * Whether a link is one that we signed and its time is not over: it is signed again, and must come out the
 * same.
 */
async function isSigned(
  endpoint: string,
  place: Place,
  asked: Asked,
  query: URLSearchParams,
): Promise<boolean> {
  const signingDate = signingDateOf(query);
  const expiresIn = Number(query.get("X-Amz-Expires"));
  if (Number.isNaN(signingDate.getTime())) return false;
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_EXPIRES) return false;
  if (signingDate.getTime() + expiresIn * 1000 <= Clock.nowMs()) return false;
  const client = new S3Client({
    endpoint,
    region: "local",
    forcePathStyle: true,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const signed = await getSignedUrl(client, commandOf(place, asked, query) as GetObjectCommand, {
    expiresIn,
    signingDate,
    ...(asked.method === "PUT" && { signableHeaders: new Set(["content-length", "host"]) }),
  });
  client.destroy();
  return new URL(signed).searchParams.get("X-Amz-Signature") === query.get("X-Amz-Signature");
}

/** Whether a request is the platform's own, by the SDK: it signs its headers. Only this machine gets here. */
const isOurs = ({ headers }: IncomingMessage): boolean =>
  (headers.authorization ?? "").startsWith("AWS4-HMAC-SHA256 Credential=local/");

async function put(store: ObjectStore, name: string, request: IncomingMessage): Promise<HttpAnswer> {
  const body = await readBody(request, MAX_BYTES);
  if (!body) return refusal(400, "EntityTooLarge", "The object is too large.");
  const contentType = request.headers["content-type"] ?? "application/octet-stream";
  store.write(name, { contentType, body, writtenMs: Clock.nowMs() });
  return { status: 200, headers: { etag: '"local"' }, body: Buffer.alloc(0) };
}

function get(store: ObjectStore, name: string, query: URLSearchParams): HttpAnswer {
  const object = store.read(name);
  if (!object) return refusal(404, "NoSuchKey", "The specified key does not exist.");
  const disposition = query.get("response-content-disposition");
  const headers = {
    "content-type": object.contentType,
    "x-content-type-options": "nosniff",
    ...(disposition !== null && { "content-disposition": disposition }),
  };
  return { status: 200, headers, body: object.body };
}

const DAY_MS = 86_400_000;

/** The bucket that a path names, with the rules by which its files are kept. */
const bucketOf = (path: string) =>
  (Object.keys(BUCKETS) as (keyof typeof BUCKETS)[]).find((one) => path.startsWith(`${BUCKETS[one]}/`));

/** The bucket whose files a request asks for: its path names no file. */
const listedBucket = (path: string) =>
  (Object.keys(BUCKETS) as (keyof typeof BUCKETS)[]).find(
    (one) => path === BUCKETS[one] || path === `${BUCKETS[one]}/`,
  );

/** The keys that begin so, as `ListObjectsV2` and `ListObjectVersions` tell them: each file has one version. */
function list(store: ObjectStore, kind: keyof typeof BUCKETS, query: URLSearchParams): HttpAnswer {
  const own = nameOf({ bucket: BUCKETS[kind], key: "" });
  const others = kind === "results" ? `${BUCKETS.identity}/` : undefined;
  const prefix = query.get("prefix") ?? "";
  const keys = store
    .keys()
    .filter((name) => name.startsWith(own) && !(others && name.startsWith(others)))
    .map((name) => name.slice(own.length))
    .filter((key) => key.startsWith(prefix))
    .sort();
  const asksVersions = query.has("versions");
  const [root, tag] = asksVersions ? ["ListVersionsResult", "Version"] : ["ListBucketResult", "Contents"];
  const version = asksVersions ? "<VersionId>null</VersionId>" : "";
  const all = keys.map((key) => `<${tag}><Key>${escaped(key)}</Key>${version}</${tag}>`).join("");
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${all}</${root}>`,
    ),
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The name of an object in the store: those of the first bucket are as they always were. */
const nameOf = ({ bucket, key }: Place): string => (bucket === BUCKETS.results ? key : `${bucket}/${key}`);

/** Until when a file is kept, in milliseconds; undefined: always. */
function keptUntil(name: string, writtenMs: number): number | undefined {
  const isIdentity = name.startsWith(`${BUCKETS.identity}/`);
  const key = isIdentity ? name.slice(BUCKETS.identity.length + 1) : name;
  const rules: readonly Kept[] = isIdentity ? lifecycles.identity : lifecycles.results;
  const rule = rules.find(({ prefix }) => key.startsWith(prefix));
  return rule && writtenMs + rule.days * DAY_MS;
}

/** Deletes the files whose time is over. */
function expire(store: ObjectStore): void {
  for (const name of store.keys()) {
    const object = store.read(name);
    const untilMs = object && keptUntil(name, object.writtenMs);
    if (untilMs !== undefined && untilMs <= Clock.nowMs()) store.remove(name);
  }
}

/** @param folder where files are kept; undefined: in memory */
export function openObjects(folder: string | undefined, endpoint: () => string): Objects {
  const store = openObjectStore(folder);

  async function answer(request: IncomingMessage, path: string, query: URLSearchParams): Promise<HttpAnswer> {
    const listed = listedBucket(path);
    if (listed && request.method === "GET" && isOurs(request)) return list(store, listed, query);
    const bucket = bucketOf(path);
    const key = bucket && keyOf(path.slice(BUCKETS[bucket].length + 1));
    if (!key) return refusal(400, "InvalidURI", "The key of an object is missing, or badly escaped.");
    const reason = forbidden(request);
    if (reason) return refusal(403, "AccessDenied", reason);
    const place = { bucket: BUCKETS[bucket], key };
    const allows = async (asked: Asked) =>
      isOurs(request) || (await isSigned(endpoint(), place, asked, query));
    if (request.method === "PUT") {
      const bytes = Number(request.headers["content-length"] ?? 0);
      if (!(await allows({ method: "PUT", bytes }))) return forged();
      return put(store, nameOf(place), request);
    }
    if (request.method === "DELETE") {
      if (!isOurs(request)) return forged();
      store.remove(nameOf(place));
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    if (request.method !== "GET") return refusal(405, "MethodNotAllowed", "The method is not allowed.");
    return (await allows({ method: "GET" })) ? get(store, nameOf(place), query) : forged();
  }

  expire(store);
  const prefix = `${OBJECTS_PATH}/`;
  return {
    intercept(request, response) {
      const [path = "/", query = ""] = (request.url ?? "/").split("?");
      if (!path.startsWith(prefix)) return false;
      answer(request, path.slice(prefix.length), new URLSearchParams(query))
        .catch(() => refusal(500, "InternalError", "It failed."))
        .then((answered) => send(response, answered));
      return true;
    },
    expire: () => expire(store),
    clear: () => store.clear(),
  };
}

const forged = (): HttpAnswer =>
  refusal(403, "AccessDenied", "The link is forged, its time is over, or the file has another size.");

/** The key that a path names; undefined where its escapes are broken. */
function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const refusal = (status: number, code: string, message: string): HttpAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
});
