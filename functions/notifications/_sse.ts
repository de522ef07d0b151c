import { randomInt } from "node:crypto";
import type { StreamEvent } from "../../core/messaging/inbox/stream.ts";

/** Events as text/event-stream (WHATWG HTML, section 9.2). */

/**
 * How long a browser waits before it comes back, in milliseconds. Each stream has a time of its own in between,
 * so that a thousand that are cut together do not come back together.
 */
const RETRY_MS = { least: 1000, most: 6000 };

/** The same for a stream that newer ones of its user displaced: a page too many must not displace in turn. */
const DISPLACED_RETRY_MS = { least: 60_000, most: 120_000 };

export async function* sse(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  yield retry(RETRY_MS);
  for await (const event of events) yield text(event);
}

const retry = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `retry: ${randomInt(least, most)}\n\n`;

function text(event: StreamEvent): string {
  if (event.event === "quiet") return ": quiet\n\n";
  if (event.event === "displaced") return retry(DISPLACED_RETRY_MS);
  const id = event.id === undefined ? "" : `id: ${event.id}\n`;
  // JSON has no line breaks of its own.
  return `event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}
