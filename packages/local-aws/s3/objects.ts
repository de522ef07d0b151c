import type { IncomingMessage } from "node:http";
import { type HttpAnswer, readBody, send } from "../http/event.ts";
import type { Intercept } from "../http/gateway.ts";
import type { Purpose } from "./links.ts";
import { openObjectStore } from "./store.ts";

/** An S3 on the gateway: buckets with a lifecycle, objects, and signed links (GET, and PUT of a stated size), which are verified. */

export interface Bucket {
  readonly name: string;
  /** The prefix of its objects' names in the store. Defaults to the bucket's name and a slash. */
  readonly storedUnder?: string;
  /** The lifecycle: objects whose keys begin with `prefix` expire after so many days. */
  readonly expires: readonly { readonly prefix: string; readonly days: number }[];
}

export interface ObjectsOptions {
  readonly buckets: readonly Bucket[];
  /** The folder of the objects' files. Undefined: in memory. */
  readonly folder: string | undefined;
  /** The path on the gateway: requests name `{path}/{bucket}/{key}`. */
  readonly path: string;
  /** Returns the address of `path` that links are signed for. */
  readonly endpoint: () => string;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
  /** Returns the reason if a request is forbidden. Defaults to none. */
  readonly forbidden?: (request: IncomingMessage) => string | undefined;
}

export interface Objects {
  readonly intercept: Intercept;
  /** Deletes the expired objects. Call it after moving the clock. */
  expire(): void;
  clear(): void;
}

const MAX_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;

/**
 * Returns whether a request has the authorization header of the local SDK client. The signature is not verified: any sender
 * can forge the header, so check `forbidden` first.
 */
const isOfSdk = ({ headers }: IncomingMessage): boolean =>
  (headers.authorization ?? "").startsWith("AWS4-HMAC-SHA256 Credential=local/");

const xml = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${body}`),
});

const failure = (status: number, code: string, message: string): HttpAnswer =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);

const forged = (): HttpAnswer =>
  failure(403, "AccessDenied", "The link is invalid or has expired, or the file has another size.");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface ObjectPath {
  readonly bucket: Bucket;
  readonly key: string;
}

/** Decodes the key that a path names. Undefined if its escapes are broken. */
function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const storedUnder = ({ name, storedUnder }: Bucket): string => storedUnder ?? `${name}/`;
const nameOf = ({ bucket, key }: ObjectPath): string => `${storedUnder(bucket)}${key}`;

/** Opens the buckets, and deletes expired objects. */
export function openObjects(options: ObjectsOptions): Objects {
  const { buckets, endpoint, nowMs = Date.now, forbidden = () => undefined } = options;
  const store = openObjectStore(options.folder, nowMs);

  /** Returns every object with its bucket. If several buckets match an object's name, the longest prefix wins. */
  function stored(): (ObjectPath & { readonly name: string })[] {
    const longestFirst = buckets.toSorted((a, b) => storedUnder(b).length - storedUnder(a).length);
    return store.keys().flatMap((name) => {
      const bucket = longestFirst.find((one) => name.startsWith(storedUnder(one)));
      return bucket ? [{ name, bucket, key: name.slice(storedUnder(bucket).length) }] : [];
    });
  }

  function expire(): void {
    for (const { name, bucket, key } of stored()) {
      const rule = bucket.expires.find(({ prefix }) => key.startsWith(prefix));
      const object = rule && store.read(name);
      if (object && object.writtenMs + rule.days * DAY_MS <= nowMs()) store.remove(name);
    }
  }

  /** Answers `ListObjectsV2` and `ListObjectVersions`. An object has one version. */
  function list(bucket: Bucket, query: URLSearchParams): HttpAnswer {
    const prefix = query.get("prefix") ?? "";
    const keys = stored()
      .flatMap((one) => (one.bucket === bucket && one.key.startsWith(prefix) ? one.key : []))
      .sort();
    const withVersions = query.has("versions");
    const [root, tag] = withVersions ? ["ListVersionsResult", "Version"] : ["ListBucketResult", "Contents"];
    const version = withVersions ? "<VersionId>null</VersionId>" : "";
    const all = keys.map((key) => `<${tag}><Key>${escaped(key)}</Key>${version}</${tag}>`).join("");
    const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";
    return xml(200, `<${root} xmlns="${namespace}"><IsTruncated>false</IsTruncated>${all}</${root}>`);
  }

  async function put(path: ObjectPath, request: IncomingMessage): Promise<HttpAnswer> {
    const body = await readBody(request, MAX_BYTES);
    if (!body) return failure(400, "EntityTooLarge", "The object is too large.");
    const contentType = request.headers["content-type"] ?? "application/octet-stream";
    store.write(nameOf(path), { contentType, body, writtenMs: nowMs() });
    return { status: 200, headers: { etag: '"local"' }, body: Buffer.alloc(0) };
  }

  function get(path: ObjectPath, query: URLSearchParams): HttpAnswer {
    const object = store.read(nameOf(path));
    if (!object) return failure(404, "NoSuchKey", "The specified key does not exist.");
    const disposition = query.get("response-content-disposition");
    const headers = {
      "content-type": object.contentType,
      "x-content-type-options": "nosniff",
      ...(disposition !== null && { "content-disposition": disposition }),
    };
    return { status: 200, headers, body: object.body };
  }

  async function isLink(
    { bucket, key }: ObjectPath,
    purpose: Purpose,
    query: URLSearchParams,
  ): Promise<boolean> {
    // The SDK is large: it is loaded when a link is first used.
    const { isSigned } = await import("./links.ts");
    return isSigned({ endpoint: endpoint(), bucket: bucket.name, key, purpose, query, nowMs: nowMs() });
  }

  async function answer(request: IncomingMessage, path: string, query: URLSearchParams): Promise<HttpAnswer> {
    const reason = forbidden(request);
    if (reason) return failure(403, "AccessDenied", reason);
    const listed = buckets.find(({ name }) => path === name || path === `${name}/`);
    if (listed && request.method === "GET" && isOfSdk(request)) return list(listed, query);
    const bucket = buckets.find(({ name }) => path.startsWith(`${name}/`));
    const key = bucket && keyOf(path.slice(bucket.name.length + 1));
    if (!bucket || !key)
      return failure(400, "InvalidURI", "The key of an object is missing, or badly escaped.");
    const objectPath = { bucket, key };
    const allows = async (purpose: Purpose) => isOfSdk(request) || (await isLink(objectPath, purpose, query));
    switch (request.method) {
      case "PUT": {
        const bytes = Number(request.headers["content-length"] ?? 0);
        return (await allows({ method: "PUT", bytes })) ? put(objectPath, request) : forged();
      }
      case "DELETE":
        if (!isOfSdk(request)) return forged();
        store.remove(nameOf(objectPath));
        return { status: 204, headers: {}, body: Buffer.alloc(0) };
      case "GET":
        return (await allows({ method: "GET" })) ? get(objectPath, query) : forged();
      default:
        return failure(405, "MethodNotAllowed", "The method is not allowed.");
    }
  }

  expire();
  const prefix = `${options.path}/`;
  return {
    intercept(request, response) {
      const [path = "/", query = ""] = (request.url ?? "/").split("?");
      if (!path.startsWith(prefix)) return false;
      answer(request, path.slice(prefix.length), new URLSearchParams(query))
        .catch(() => failure(500, "InternalError", "It failed."))
        .then((answered) => send(response, answered));
      return true;
    },
    expire,
    clear: () => store.clear(),
  };
}
