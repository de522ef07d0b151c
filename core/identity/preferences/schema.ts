import * as z from "zod";
import { money } from "../../kernel/money/index.ts";
import { languages, rule } from "../../kernel/texts/index.ts";

export const themes = ["system", "light", "dark"] as const;

/** Returns whether it is a name of the IANA Time Zone Database. The runtime also accepts offsets. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Counts the changes of a record. A change may name the version that was read. */
export const version = z
  .int()
  .min(1)
  .meta({ description: "One more with each change", examples: [1] });

/** Preferences are replaced all together. */
export const preferences = z.strictObject({
  language: z.enum(languages),
  currency: z.enum(money).meta({ description: "In which amounts are shown together" }),
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
    .meta({ description: "Amounts stay hidden until they are asked for; a push message names none" }),
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

/** The channels. `inApp` is the list in the app. */
export const channels = ["push", "email", "inApp"] as const;
export type Channel = (typeof channels)[number];

const on = (): z.ZodLiteral<true> =>
  z.literal(
    true,
    rule(
      "cannot be switched off: security is always told",
      "ne peut pas être désactivé : la sécurité est toujours signalée",
    ),
  );
const choice = z.strictObject({ push: z.boolean(), email: z.boolean(), inApp: z.boolean() });

/** The channels of each category. Security notifies by all of them. */
export const notificationPreferences = z.strictObject({
  security: z.strictObject({ push: on(), email: on(), inApp: on() }),
  payments: choice,
  transfers: choice,
  loyalty: choice,
  governance: choice,
  jobs: choice,
  marketing: choice,
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;
