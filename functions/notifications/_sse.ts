import type { StreamEvent } from "../../core/messaging/inbox/stream.ts";

/** Events as text/event-stream (WHATWG HTML, section 9.2). */

/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 1000;

export async function* sse(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for await (const one of events) yield text(one);
}

function text(one: StreamEvent): string {
  if (one.event === "quiet") return ": quiet\n\n";
  const id = one.id === undefined ? "" : `id: ${one.id}\n`;
  // JSON has no line breaks of its own.
  return `event: ${one.event}\n${id}data: ${JSON.stringify(one.data)}\n\n`;
}
