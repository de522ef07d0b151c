import type * as z from "zod";
import type { userProfile } from "./entity.ts";
import { type Category, categories, type NotificationPreferences } from "./preferences/schema.ts";

/**
 * What a user is told by which channel, and the web's one switch, which says the same in one word. Whoever
 * never chose channels has those that the switch gives.
 */

type Stored = Pick<z.output<typeof userProfile.schema>, "preferences" | "notificationPreferences">;

const SECURITY = { push: true, email: true, inApp: true } as const;

const everything = (isOn: boolean): NotificationPreferences => {
  const choice = { push: isOn, email: isOn, inApp: true };
  return {
    security: SECURITY,
    ...{ payments: choice, transfers: choice, loyalty: choice },
    ...{ governance: choice, jobs: choice },
    // Nobody is written to for advertising who has not asked for it.
    marketing: { push: false, email: false, inApp: true },
  };
};

/** Whether anything but what endangers the account reaches the user outside the app. */
const isReached = (chosen: NotificationPreferences): boolean =>
  categories
    .filter((one): one is Exclude<Category, "security"> => one !== "security")
    .some((one) => chosen[one].push || chosen[one].email);

export function channelsOf({ preferences, notificationPreferences: chosen }: Stored) {
  const notificationPreferences = chosen
    ? { ...chosen, security: SECURITY }
    : { ...everything(preferences.notifications), version: 1 };
  return {
    preferences: { ...preferences, notifications: isReached(notificationPreferences) },
    notificationPreferences,
  };
}
