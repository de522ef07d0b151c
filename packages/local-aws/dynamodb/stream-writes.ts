import { type RequestHandler, replaceHandle } from "../client.ts";
import type { Stream } from "./stream.ts";
import type { WrittenItem } from "./stream-log.ts";

/** Reports the writes of an SDK client to the table's streams. */

/** Attributes in a request to DynamoDB, as far as they are strings. */
export type Attributes = Readonly<Record<string, { readonly S?: string } | undefined>>;

/** The part of a request that is about one item. */
export interface ItemRequest {
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ConditionExpression?: string;
}

interface Body extends ItemRequest {
  readonly TransactItems?: readonly Readonly<Record<"Put" | "Update" | "Delete", ItemRequest | undefined>>[];
}

const WRITES = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** The condition that the item does not exist. */
const IS_NEW = /^attribute_not_exists\(#?pk\)$/;

/** Returns the items that a request writes. */
export function writtenItems(request: unknown): WrittenItem[] {
  const { headers = {}, body } = request as {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
  };
  const [, operation] = WRITES.exec(headers["x-amz-target"] ?? "") ?? [];
  if (operation === undefined || body === undefined) return [];
  const read = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as Body;
  const writes = read.TransactItems?.map(
    ({ Put, Update, Delete }) => [Put ?? Update ?? Delete ?? {}, Delete !== undefined] as const,
  );
  return (writes ?? [[read, operation === "DeleteItem"] as const]).flatMap(([one, isRemoval]) => {
    const { pk, sk } = one.Item ?? one.Key ?? {};
    if (pk?.S === undefined || sk?.S === undefined) return [];
    const isNew = one.Item && IS_NEW.test(one.ConditionExpression ?? "");
    const event = isRemoval ? "REMOVE" : isNew ? "INSERT" : undefined;
    return [{ pk: pk.S, sk: sk.S, ...(event && { event }) } as const];
  });
}

/** Returns a request handler that reports its writes to the streams. */
export function withStreams<H extends RequestHandler>(streams: () => readonly Stream[], inner: H): H {
  return replaceHandle(inner, async (request, options) => {
    const items = writtenItems(request);
    const reports = items.length === 0 ? [] : streams().map((stream) => stream.beginWrite(items));
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
