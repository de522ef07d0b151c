import { stream } from "../../contract/notifications.ts";
import { active } from "../../core/jobs/queue.ts";
import * as Ids from "../../core/kernel/ids/schema.ts";
import * as Stream from "../../core/messaging/inbox/stream.ts";
import { serveStream } from "../_chain/stream.ts";
import { sse } from "./_sse.ts";

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
