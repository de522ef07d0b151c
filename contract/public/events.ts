import * as z from "zod";
import { EventNotFound } from "../../core/messaging/errors.ts";
import { webhookEventTypes } from "../../core/messaging/schema.ts";
import { InvalidRange } from "../../core/prices/errors.ts";
import { defineFamily } from "../family.ts";
import { created, list as listOf, object, paging, shared } from "./schemas.ts";

/** Events of the public API, new in v2 (PUBLIC.md, Versions): what webhooks receive, stored for 30 days. */

const route = defineFamily({ ...shared, id: "public.events", path: "/v2/events", scope: "events:read" });

const eventId = z.string().meta({ examples: ["evt_01jd3v8y2m9t4k6q0s5w7x1z3b"] });
const eventType = z.enum(webhookEventTypes);

const event = object("event", {
  type: eventType,
  sequence: z.int().describe("Increases with every event of the object, with gaps"),
  data: z
    .record(z.string(), z.unknown())
    .describe("The object at the time of the event, as a webhook of this version receives it"),
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List events",
  description:
    "Returns the caller's events of the last 30 days, with or without a webhook. If you filter, a page may be short or empty and " +
    "still have a next one.",
  request: {
    query: z.strictObject({
      ...paging,
      ...created,
      type: eventType.optional(),
      object_id: z.string().min(1).max(200).optional().describe("Only events of this object"),
    }),
  },
  response: { description: "The events, newest first", body: listOf(event) },
  errors: [InvalidRange],
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve an event",
  request: { params: z.object({ id: eventId }) },
  response: { description: "The event", body: event },
  errors: [EventNotFound],
});
