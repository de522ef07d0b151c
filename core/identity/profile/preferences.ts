import { fail, Unauthenticated } from "../../kernel/errors.ts";
import type { Language } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import type { NotificationPreferences, Preferences } from "../preferences/schema.ts";
import { assertVersion, fromItem, isAtVersion, type User } from "../user.ts";
import * as Users from "../users.ts";

/**
 * The actor's preferences, in two records of the account with a version each: display preferences, and notification channels by
 * category. The web's single switch `notifications` derives from the second record.
 */

export interface Versioned {
  readonly version: number;
}

/** A client may send the version that it has read. Without a version, the change is unconditional. */
interface Expected {
  readonly version?: number | undefined;
}

export const preferencesOf = ({ preferences }: User): Preferences & Versioned => {
  const { language, currency, timezone, theme, hideBalances, version } = preferences;
  return { language, currency, timezone, theme, hideBalances, version };
};

export const notificationPreferencesOf = ({
  notificationPreferences,
}: User): NotificationPreferences & Versioned => notificationPreferences;

/** @throws UNAUTHORIZED if the account no longer exists */
export const read = async (actor: UserActor): Promise<Preferences & Versioned> =>
  preferencesOf(await Users.readOwn(actor));

/** @throws UNAUTHORIZED if the account no longer exists */
export const readNotificationPreferences = async (
  actor: UserActor,
): Promise<NotificationPreferences & Versioned> => notificationPreferencesOf(await Users.readOwn(actor));

/**
 * Replaces the display preferences.
 * @throws VERSION_CONFLICT, UNAUTHORIZED, CONTENTION
 */
export const replace = (
  actor: UserActor,
  { version, ...given }: Preferences & Expected,
  also?: Table.Also<Preferences & Versioned>,
): Promise<Preferences & Versioned> =>
  change(
    actor,
    "preferences",
    version,
    ({ preferences }) => ({ ...preferences, ...given }),
    preferencesOf,
    also,
  );

/** Changes the language. @throws UNAUTHORIZED, CONTENTION */
export const changeLanguage = (actor: UserActor, language: Language): Promise<Preferences & Versioned> =>
  change(actor, "preferences", undefined, ({ preferences }) => ({ ...preferences, language }), preferencesOf);

/**
 * Replaces the notification channels of all categories.
 * @throws VERSION_CONFLICT, UNAUTHORIZED, CONTENTION
 */
export const replaceNotificationPreferences = (
  actor: UserActor,
  { version, ...given }: NotificationPreferences & Expected,
  also?: Table.Also<NotificationPreferences & Versioned>,
): Promise<NotificationPreferences & Versioned> =>
  change(actor, "notificationPreferences", version, () => given, notificationPreferencesOf, also);

function change<T extends Versioned>(
  actor: UserActor,
  attribute: "preferences" | "notificationPreferences",
  version: number | undefined,
  next: (user: User) => object,
  shown: (user: User) => T,
  also: Table.Also<T> = () => [],
): Promise<T> {
  return Table.change(
    () => Table.get(userProfile.key(actor)),
    (item) => {
      const user = item && fromItem(item);
      if (!user || user.securityStamp !== actor.securityStamp) throw fail(Unauthenticated);
      const current = user[attribute].version;
      assertVersion(version, current);
      const set = { [attribute]: { ...next(user), version: BigInt(current + 1) } };
      const where = Where.all(
        isAtVersion(`${attribute}.version`, current),
        Where.is({ securityStamp: user.securityStamp }),
      );
      const result = shown(fromItem({ ...item, ...set }));
      return { writes: [...also(result), { update: userProfile.key(user), set, where }], result };
    },
  );
}
