import * as z from "zod";
import { pattern } from "../core/kernel/ids/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** The notification stream: spec 3, sections 4.5 and 6.4. */

const route = defineFamily({
  id: "notifications",
  path: "/api/notifications",
  family: "defi",
  auth: "session",
});

export const stream = route({
  id: "stream",
  method: "GET",
  path: "/stream",
  summary: "The caller's notifications as they come, as Server-Sent Events",
  description:
    "Begins with `snapshot` (`{notifications, jobs, at}`: the 20 latest notifications and the jobs that are not finished). Each notification comes as `new` " +
    "(`{id, eventId, type, occurredAt, data}`); one that tells of a finished job (`job-done`, `job-failed`) comes as `done` too, with the same id. " +
    "The stream looks every 10 seconds, and at once where it knows; a comment keeps it alive while nothing happens. It ends after 5 minutes, or when the session does; " +
    "an EventSource comes back by itself and with `Last-Event-ID` misses nothing of the last 30 days. A browser's EventSource may use the session cookie. " +
    "Ten streams are open at once: an eleventh displaces the oldest, which ends at its next look and asks its client to wait a minute or two. " +
    "`retry` differs from stream to stream, so that clients which are cut together do not come back together.",
  limit: limits.notificationStream,
  stream: true,
  request: {
    query: z.object({
      lastEventId: z
        .string()
        .regex(
          pattern("notification"),
          rule(
            "must be the id of a notification, ntf_…",
            "doit être l'identifiant d'une notification, ntf_…",
          ),
        )
        .optional()
        .meta({ description: "For clients that cannot send the header Last-Event-ID" }),
    }),
  },
  responses: {
    200: { description: "The stream", contentType: "text/event-stream" },
  },
  grants: { table: "write" },
  timeoutSeconds: 330,
  // A stream holds an execution as long as it lives: payments and webhooks must not wait for those.
  reservedConcurrency: 200,
});
