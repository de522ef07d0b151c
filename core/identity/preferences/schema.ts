import * as z from "zod";
import { money } from "../../kernel/money/index.ts";
import { languages, rule } from "../../kernel/texts/index.ts";

export const themes = ["system", "light", "dark"] as const;

/** Returns whether a name is in the IANA Time Zone Database. Rejects offsets, which the runtime accepts, too. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Counts the changes of a record. A client may send the version that it has read. */
export const version = z
  .int()
  .min(1)
  .meta({ description: "Increases by one with each change", examples: [1] });

/** A change replaces all preferences. */
export const preferences = z.strictObject({
  language: z.enum(languages),
  currency: z.enum(money).meta({ description: "The currency of totals" }),
  timezone: z
    .string()
    .max(64)
    .refine(
      isTimeZone,
      rule(
        "must be a time zone of the IANA database, such as Europe/Paris",
        "doit être un fuseau horaire de la base IANA, comme Europe/Paris",
      ),
    )
    .meta({ examples: ["Europe/Paris"] }),
  theme: z.enum(themes),
  hideBalances: z
    .boolean()
    .meta({ description: "Hides amounts until the user reveals them, and removes them from push messages" }),
});
export type Preferences = z.output<typeof preferences>;

/** The categories of notifications. */
export const categories = [
  "security",
  "payments",
  "transfers",
  "loyalty",
  "governance",
  "jobs",
  "marketing",
] as const;
export type Category = (typeof categories)[number];

/** The channels of notifications. `inApp` is the list in the app. */
export const channels = ["push", "email", "inApp"] as const;
export type Channel = (typeof channels)[number];

const alwaysOn = (): z.ZodLiteral<true> =>
  z.literal(
    true,
    rule(
      "cannot be switched off: security notifications are always sent",
      "ne peut pas être désactivé : les notifications de sécurité sont toujours envoyées",
    ),
  );
const choice = z.strictObject({ push: z.boolean(), email: z.boolean(), inApp: z.boolean() });

/** The channels of each category. Security notifications use all of them. */
export const notificationPreferences = z.strictObject({
  security: z.strictObject({ push: alwaysOn(), email: alwaysOn(), inApp: alwaysOn() }),
  payments: choice,
  transfers: choice,
  loyalty: choice,
  governance: choice,
  jobs: choice,
  marketing: choice,
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;
