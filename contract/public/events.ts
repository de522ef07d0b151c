import * as z from "zod";
import { EventNotFound } from "../../core/messaging/errors.ts";
import { InvalidRange } from "../../core/prices/errors.ts";
import { defineFamily } from "../family.ts";
import { event, eventId, eventType } from "./events/schemas.ts";
import { created, list as listOf, paging, shared } from "./schemas.ts";

/** Events of the public API: new in v2 (PUBLIC.md, Versions). */

const route = defineFamily({ ...shared, id: "public.events", path: "/v2/events", scope: "events:read" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List events",
  description:
    "What happened to the caller in the last 30 days: the events that webhooks are sent, whether or not there is one. With filters a page may " +
    "be short, and even empty, with a next one.",
  request: {
    query: z.strictObject({
      ...paging,
      ...created,
      type: eventType.optional(),
      object_id: z.string().min(1).max(200).optional().meta({ description: "What happened to one object" }),
    }),
  },
  responses: { 200: { description: "The events, newest first", body: listOf(event) } },
  errors: [InvalidRange],
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve an event",
  request: { params: z.object({ id: eventId }) },
  responses: { 200: { description: "The event", body: event } },
  errors: [EventNotFound],
  grants: { table: "read" },
});
