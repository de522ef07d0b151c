import * as z from "zod";
import { idOf } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** The notification stream: spec 3, sections 4.5 and 6.4. */

const route = defineFamily({
  id: "notifications",
  path: "/api/notifications",
  family: "defi",
  auth: "person",
});

export const stream = route({
  id: "stream",
  method: "GET",
  path: "/stream",
  summary: "Stream the caller's notifications as Server-Sent Events",
  description:
    "Starts with `snapshot` (`{notifications, jobs, at}`: the 20 latest notifications and the unfinished jobs). Each notification is sent as `new` (`{id, eventId, type, " +
    "occurredAt, data}`); one about a finished job (`job-done`, `job-failed`) also as `done` with the same id. New ones are sent within 10 seconds, often immediately; " +
    "comments keep the stream alive. It ends after 5 minutes or with the session: an EventSource reconnects by itself, and `Last-Event-ID` replays up to 30 days. " +
    "A browser's EventSource can use the session cookie. An account has ten streams: an eleventh ends the oldest, whose client must wait one or two minutes. " +
    "`retry` differs between streams, so that clients do not reconnect at the same time.",
  limit: limits.notificationStream,
  stream: true,
  request: {
    query: z.object({
      lastEventId: idOf("notification")
        .optional()
        .describe("For clients that cannot send the header Last-Event-ID"),
    }),
  },
  response: { description: "The stream", contentType: "text/event-stream" },
  grants: { table: "write" },
  timeoutSeconds: 330,
  // A stream occupies an execution while it is open: payments and webhooks must not wait for streams.
  reservedConcurrency: 200,
});
