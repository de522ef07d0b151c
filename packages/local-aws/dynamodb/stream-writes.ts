import { type RequestHandler, replaceHandle } from "../client.ts";
import type { Stream } from "./stream.ts";
import type { StoredKey } from "./stream-log.ts";

/** Reports the writes of an SDK client to the table's streams. */

/** Attributes in a request to DynamoDB, as far as they are strings. */
export type Attributes = Readonly<Record<string, { readonly S?: string } | undefined>>;

/** The part of a request that is about one item. */
export interface ItemRequest {
  readonly Item?: Attributes;
  readonly Key?: Attributes;
}

interface Body extends ItemRequest {
  readonly TransactItems?: readonly Readonly<Record<"Put" | "Update" | "Delete", ItemRequest | undefined>>[];
}

const WRITES = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** Returns the keys of the items that a request writes. */
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

/** Returns a request handler that reports its writes to the streams. */
export function withStreams<H extends RequestHandler>(streams: () => readonly Stream[], inner: H): H {
  return replaceHandle(inner, async (request, options) => {
    const keys = writtenKeys(request);
    const reports = keys.length === 0 ? [] : streams().map((stream) => stream.beginWrite(keys));
    // A write without a response, or with a server error, may have been executed.
    let isWritten = true;
    try {
      const answered = await inner.handle(request, options);
      const { statusCode } = answered.response as { readonly statusCode?: number };
      isWritten = statusCode === undefined || statusCode < 400 || statusCode >= 500;
      return answered;
    } finally {
      for (const report of reports) report(isWritten);
    }
  });
}
