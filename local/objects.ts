import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";
import { forbidden } from "./control.ts";
import type { Aside } from "./gateway.ts";
import { type HttpAnswer, send } from "./http-event.ts";

/** The S3 of this machine, as far as `core/platform/objects.ts` uses it: files are put by the SDK and read by signed links. */

/** Where it is on the gateway. */
export const OBJECTS_PATH = "/_local/objects";
export const BUCKET = "svc-local";

const MAX_BYTES = 64 * 1024 * 1024;

/** No signed link works for longer: a week, as with S3. */
const MAX_EXPIRES = 604_800;

interface Stored {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Objects {
  readonly aside: Aside;
  clear(): void;
}

const stored = z.object({ contentType: z.string(), body: z.base64() });

/** @param folder where files are kept; undefined: in memory */
export function openObjects(folder: string | undefined, endpoint: () => string): Objects {
  const memory = new Map<string, Stored>();
  // A key is no path: what it is called on disk has no slash and no dots.
  const fileOf = (key: string) => join(folder ?? "", `${Buffer.from(key).toString("base64url")}.json`);

  function write(key: string, one: Stored): void {
    if (folder === undefined) {
      memory.set(key, one);
      return;
    }
    const path = fileOf(key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      `${path}.new`,
      JSON.stringify({ contentType: one.contentType, body: one.body.toString("base64") }),
    );
    renameSync(`${path}.new`, path);
  }

  function read(key: string): Stored | undefined {
    if (folder === undefined) return memory.get(key);
    try {
      const { contentType, body } = stored.parse(JSON.parse(readFileSync(fileOf(key), "utf8")));
      return { contentType, body: Buffer.from(body, "base64") };
    } catch {
      return undefined;
    }
  }

  function remove(key: string): void {
    memory.delete(key);
    if (folder !== undefined) rmSync(fileOf(key), { force: true });
  }

  /** Whether a link is one that we signed and its time is not over: it is made again, and must come out the same. */
  async function isSigned(key: string, query: URLSearchParams): Promise<boolean> {
    const [, y, m, d, h, min, s] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "") ?? [];
    const signingDate = new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
    const expiresIn = Number(query.get("X-Amz-Expires"));
    if (Number.isNaN(signingDate.getTime())) return false;
    if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_EXPIRES) return false;
    if (signingDate.getTime() + expiresIn * 1000 <= Clock.nowMs()) return false;
    const client = new S3Client({
      endpoint: endpoint(),
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

  async function answer(request: IncomingMessage, key: string, query: URLSearchParams): Promise<HttpAnswer> {
    const reason = forbidden(request);
    if (reason) return refusal(403, "AccessDenied", reason);
    if (request.method === "PUT") {
      const body = await readBody(request);
      if (!body) return refusal(400, "EntityTooLarge", "The object is too large.");
      write(key, { contentType: request.headers["content-type"] ?? "application/octet-stream", body });
      return { status: 200, headers: { etag: '"local"' }, body: Buffer.alloc(0) };
    }
    if (request.method === "DELETE") {
      remove(key);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    if (request.method !== "GET") return refusal(405, "MethodNotAllowed", "The method is not allowed.");
    if (!(await isSigned(key, query)))
      return refusal(403, "AccessDenied", "The link is forged, or its time is over.");
    const one = read(key);
    if (!one) return refusal(404, "NoSuchKey", "The specified key does not exist.");
    const disposition = query.get("response-content-disposition");
    const headers = {
      "content-type": one.contentType,
      "x-content-type-options": "nosniff",
      ...(disposition !== null && { "content-disposition": disposition }),
    };
    return { status: 200, headers, body: one.body };
  }

  const prefix = `${OBJECTS_PATH}/${BUCKET}/`;
  return {
    aside(request, response) {
      const [path = "/", query = ""] = (request.url ?? "/").split("?");
      if (!path.startsWith(prefix)) return false;
      const key = keyOf(path.slice(prefix.length));
      const answered = key
        ? answer(request, key, new URLSearchParams(query))
        : Promise.resolve(refusal(400, "InvalidURI", "The key of an object is missing, or badly escaped."));
      answered.catch(() => refusal(500, "InternalError", "It failed.")).then((one) => send(response, one));
      return true;
    },
    clear() {
      memory.clear();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
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

/** The body, or undefined where it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  return size > MAX_BYTES ? undefined : Buffer.concat(chunks);
}
