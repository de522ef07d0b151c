import { randomInt } from "node:crypto";
import { stream } from "../../contract/notifications.ts";
import { active } from "../../core/jobs/queue.ts";
import * as Ids from "../../core/kernel/ids/schema.ts";
import * as Stream from "../../core/messaging/inbox/stream.ts";
import { serveStream } from "../_chain/stream.ts";

const ID = Ids.pattern("notification");

export const handler = serveStream(stream, async ({ actor, query, client }) => {
  const header = client.headers["last-event-id"] ?? "";
  const lastEventId = ID.test(header) ? header : query.lastEventId;
  return {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
    body: (signal) => sse(Stream.follow(actor, { lastEventId, signal, activeJobs: () => active(actor) })),
  };
});

/** The browser's delay before it reconnects. Random, so that streams that end together do not reconnect together. */
const RETRY_MS = { least: 1000, most: 6000 };

/** The delay after newer streams of the user displaced this one, so that it does not displace them in turn. */
const DISPLACED_RETRY_MS = { least: 60_000, most: 120_000 };

/** Formats events as text/event-stream (WHATWG HTML, section 9.2). */
async function* sse(events: AsyncIterable<Stream.StreamEvent>): AsyncGenerator<string> {
  yield retry(RETRY_MS);
  for await (const event of events) yield text(event);
}

const retry = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `retry: ${randomInt(least, most)}\n\n`;

function text(event: Stream.StreamEvent): string {
  if (event.event === "quiet") return ": quiet\n\n";
  if (event.event === "displaced") return retry(DISPLACED_RETRY_MS);
  const id = event.id === undefined ? "" : `id: ${event.id}\n`;
  // JSON.stringify writes no line breaks.
  return `event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}
