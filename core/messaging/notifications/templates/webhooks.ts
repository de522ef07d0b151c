import * as z from "zod";
import * as Letters from "../../../texts/letters/webhooks.ts";
import { webhookDisabled } from "../../webhooks/events.ts";
import { jobTemplate, type Templates, userId } from "./template.ts";

/** About one's webhooks. */

const disabled = z.object({
  userId,
  name: z.string(),
  url: z.string(),
  reason: z.enum(["gone", "failing"]),
});

export const webhooks: Templates = [
  [
    webhookDisabled.type,
    // Name and address are the account's own text.
    jobTemplate(disabled, Letters.disabled, (given, quote) => ({
      ...given,
      name: quote(given.name),
      url: quote(given.url),
    })),
  ],
];
