import * as z from "zod";
import { categories, version } from "../../core/identity/preferences/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { timestamp } from "../common.ts";

/** Schemas that the mobile routes share. */

export { done } from "../common.ts";

/** The version that a change was made to, where its client wants to know of others. */
export const expectedVersion = version
  .optional()
  .meta({ description: "The version that was read; left out, whatever is there is replaced" });

export const notificationId = z
  .string()
  .regex(
    pattern("notification"),
    rule("must be the id of a notification, ntf_…", "doit être l'identifiant d'une notification, ntf_…"),
  );

/** What a user was told. */
export const notification = z
  .object({
    id: notificationId,
    category: z.enum(categories),
    type: z.string().meta({ description: "What happened", examples: ["transfer-received"] }),
    title: z.string(),
    body: z.string().meta({ description: "In the language that the user had when it was told" }),
    occurredAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: "MobileNotification" });
