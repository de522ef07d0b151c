import type { IncomingMessage } from "node:http";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
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
export const BUCKET = "svc-local";

const MAX_BYTES = 64 * 1024 * 1024;

/** No signed link works for longer: a week, as with S3. */
const MAX_EXPIRES = 604_800;

export interface Objects {
  readonly intercept: Intercept;
  clear(): void;
}

/** The instant of an `X-Amz-Date` (`20261122T101112Z`); an invalid date where it is none. */
function signingDateOf(query: URLSearchParams): Date {
  const [, y, m, d, h, min, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "") ?? [];
  return new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
}

/**
 * Whether a link is one that we signed and its time is not over: it is signed again, and must come out the
 * same.
 */
async function isSigned(endpoint: string, key: string, query: URLSearchParams): Promise<boolean> {
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
  });
  const disposition = query.get("response-content-disposition");
  const command = new GetObjectCommand({
    Bucket: BUCKET,
    Key: key,
    ...(disposition !== null && { ResponseContentDisposition: disposition }),
  });
  const again = new URL(await getSignedUrl(client, command, { expiresIn, signingDate }));
  client.destroy();
  return again.searchParams.get("X-Amz-Signature") === query.get("X-Amz-Signature");
}

async function put(store: ObjectStore, key: string, request: IncomingMessage): Promise<HttpAnswer> {
  const body = await readBody(request, MAX_BYTES);
  if (!body) return refusal(400, "EntityTooLarge", "The object is too large.");
  store.write(key, { contentType: request.headers["content-type"] ?? "application/octet-stream", body });
  return { status: 200, headers: { etag: '"local"' }, body: Buffer.alloc(0) };
}

function get(store: ObjectStore, key: string, query: URLSearchParams): HttpAnswer {
  const object = store.read(key);
  if (!object) return refusal(404, "NoSuchKey", "The specified key does not exist.");
  const disposition = query.get("response-content-disposition");
  const headers = {
    "content-type": object.contentType,
    "x-content-type-options": "nosniff",
    ...(disposition !== null && { "content-disposition": disposition }),
  };
  return { status: 200, headers, body: object.body };
}

/** @param folder where files are kept; undefined: in memory */
export function openObjects(folder: string | undefined, endpoint: () => string): Objects {
  const store = openObjectStore(folder);

  async function answer(request: IncomingMessage, path: string, query: URLSearchParams): Promise<HttpAnswer> {
    const key = keyOf(path);
    if (!key) return refusal(400, "InvalidURI", "The key of an object is missing, or badly escaped.");
    const reason = forbidden(request);
    if (reason) return refusal(403, "AccessDenied", reason);
    if (request.method === "PUT") return put(store, key, request);
    if (request.method === "DELETE") {
      store.remove(key);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    if (request.method !== "GET") return refusal(405, "MethodNotAllowed", "The method is not allowed.");
    if (!(await isSigned(endpoint(), key, query)))
      return refusal(403, "AccessDenied", "The link is forged, or its time is over.");
    return get(store, key, query);
  }

  const prefix = `${OBJECTS_PATH}/${BUCKET}/`;
  return {
    intercept(request, response) {
      const [path = "/", query = ""] = (request.url ?? "/").split("?");
      if (!path.startsWith(prefix)) return false;
      answer(request, path.slice(prefix.length), new URLSearchParams(query))
        .catch(() => refusal(500, "InternalError", "It failed."))
        .then((answered) => send(response, answered));
      return true;
    },
    clear: () => store.clear(),
  };
}

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
