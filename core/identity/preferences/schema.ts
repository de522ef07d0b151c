import * as z from "zod";
import { money } from "../../kernel/assets/schema.ts";
import { languages, rule } from "../../kernel/texts/index.ts";

/** What a user prefers: how the app shows things, and by which channels it tells of what. */

/** How an app may look. */
export const themes = ["system", "light", "dark"] as const;

/** A name of the IANA Time Zone Database; an offset, which the runtime takes too, is none. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** How many changes a record has seen: whoever changes it may name the one that was read. */
export const version = z
  .int()
  .min(1)
  .meta({ description: "One more with each change", examples: [1] });

/** Preferences as they are replaced, all at once. */
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

/** What there is to tell of. */
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

/** By which ways: `inApp` is the list in the app. */
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

/** Which channels tell of which category. What endangers the account is always told, by all of them. */
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
