import { fail, Unauthenticated } from "../../kernel/errors.ts";
import type { Language } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import type { NotificationPreferences, Preferences } from "../preferences/schema.ts";
import { assertVersion, fromItem, isAtVersion, type User } from "../user.ts";

/**
 * The actor's preferences, in two records of the account that have a version each: how things are shown, and
 * which channels tell of what. The web's one switch `notifications` follows the second.
 */

export interface Versioned {
  readonly version: number;
}

/** The version that was read, where that matters. */
interface Expected {
  readonly version?: number | undefined;
}

/** How the app shows things. */
export const shownOf = ({ preferences }: User): Preferences & Versioned => {
  const { language, currency, timezone, theme, hideBalances, version } = preferences;
  return { language, currency, timezone, theme, hideBalances, version };
};

/** Which channels tell of what. */
export const notificationPreferencesOf = ({
  notificationPreferences,
}: User): NotificationPreferences & Versioned => notificationPreferences;

/** The actor's own. @throws UNAUTHORIZED when the account is gone */
export const read = async (actor: UserActor): Promise<Preferences & Versioned> => shownOf(await own(actor));

/** The actor's own. @throws UNAUTHORIZED when the account is gone */
export const readNotificationPreferences = async (
  actor: UserActor,
): Promise<NotificationPreferences & Versioned> => notificationPreferencesOf(await own(actor));

async function own({ userId }: UserActor): Promise<User> {
  const item = await Table.get(userProfile.key({ userId }));
  if (!item) throw fail(Unauthenticated);
  return fromItem(item);
}

/**
 * Replaces how the app shows things; with a version only where that still is the current one.
 * @throws VERSION_CONFLICT, UNAUTHORIZED, CONTENTION
 */
export const replace = (
  actor: UserActor,
  { version, ...given }: Preferences & Expected,
  also?: Table.Also<Preferences & Versioned>,
): Promise<Preferences & Versioned> =>
  change(actor, "preferences", version, ({ preferences }) => ({ ...preferences, ...given }), shownOf, also);

/** Chooses in which language to be told of things. @throws UNAUTHORIZED, CONTENTION */
export const chooseLanguage = (actor: UserActor, language: Language): Promise<Preferences & Versioned> =>
  change(actor, "preferences", undefined, ({ preferences }) => ({ ...preferences, language }), shownOf);

/**
 * Replaces which channels tell of what; with a version only where that still is the current one.
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
