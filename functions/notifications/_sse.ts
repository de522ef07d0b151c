import type { StreamEvent } from "../../core/messaging/inbox/stream.ts";

/** Events as text/event-stream (WHATWG HTML, section 9.2). */

/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 1000;

export async function* sse(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for await (const event of events) yield text(event);
}

function text(event: StreamEvent): string {
  if (event.event === "quiet") return ": quiet\n\n";
  const id = event.id === undefined ? "" : `id: ${event.id}\n`;
  // JSON has no line breaks of its own.
  return `event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}
