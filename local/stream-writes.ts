import type { StoredKey } from "../core/platform/table/entity.ts";
import type { RequestHandler } from "./faults.ts";
import type { Stream } from "./stream.ts";
import type { One } from "./wire-items.ts";

/** Tells the stream of every write that an SDK client sends to the table. */

interface Body extends One {
  readonly TransactItems?: readonly Readonly<Record<"Put" | "Update" | "Delete", One | undefined>>[];
}

const WRITES = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** The keys of the items that a request is to write. */
export function writtenKeys(request: unknown): StoredKey[] {
  const { headers = {}, body } = request as {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
  };
  if (!WRITES.test(headers["x-amz-target"] ?? "") || body === undefined) return [];
  const read = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as Body;
  const writes = read.TransactItems?.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
  return (writes ?? [read]).flatMap((one) => {
    const { pk, sk } = one.Item ?? one.Key ?? {};
    return pk?.S !== undefined && sk?.S !== undefined ? [{ pk: pk.S, sk: sk.S }] : [];
  });
}

/** A request handler whose writes the streams are told of. */
export function withStreams<H extends RequestHandler>(streams: () => readonly Stream[], inner: H): H {
  const handle: RequestHandler["handle"] = async (request, options) => {
    const keys = writtenKeys(request);
    const told = keys.length === 0 ? [] : streams().map((stream) => stream.noting(keys));
    // Without an answer, or with one of a failure of the database's own, it may have been done.
    let isWritten = true;
    try {
      const answered = await inner.handle(request, options);
      const { statusCode } = answered.response as { readonly statusCode?: number };
      isWritten = statusCode === undefined || statusCode < 400 || statusCode >= 500;
      return answered;
    } finally {
      for (const tell of told) tell(isWritten);
    }
  };
  return new Proxy(inner, {
    get: (target, name) => {
      if (name === "handle") return handle;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
