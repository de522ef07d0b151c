import * as z from "zod";
import { webhookEventTypes } from "../../../core/messaging/schema.ts";
import { object } from "../schemas.ts";

/** Events of the public API: what webhooks are told, kept for 30 days. */

export const eventId = z.string().meta({ examples: ["evt_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const eventType = z.enum(webhookEventTypes);

export const event = object("event", {
  type: eventType,
  sequence: z.int().meta({ description: "Grows with every event of the object; it may skip numbers" }),
  data: z.record(z.string(), z.unknown()).meta({
    description: "The object as it was then: what a webhook of this version is sent",
  }),
});
