import * as z from "zod";
import { env } from "../kernel/env.ts";
import { type Language, languageOf, type Reader } from "../kernel/texts/index.ts";
import type * as Table from "../platform/table/index.ts";
import type { Account, Role } from "./actor.ts";
import { avatar } from "./avatar.ts";
import { channelsOf } from "./channels.ts";
import { userProfile } from "./entity.ts";
import * as Names from "./names.ts";
import type { NotificationPreferences } from "./preferences/schema.ts";
import { email as emailSchema, type PostalAddress } from "./schema.ts";

/** A user as core knows it. Its password is in an item of its own, so that it cannot leave by accident. */

export type StoredPreferences = z.output<typeof userProfile.schema>["preferences"];

export interface LinkedAccount {
  readonly provider: string;
  /** The account's identifier at the provider. Never shown. */
  readonly subject: string;
  readonly linkedAt: string;
}

export interface User {
  readonly userId: string;
  /** One name, as the web asks for it. */
  readonly name: string;
  /** Its parts, as the mobile app asks for them: see `names.ts`. */
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly image: string;
  /** When the address was proven to be the user's; undefined before. */
  readonly emailVerified: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly preferences: StoredPreferences;
  /** Which channels tell of what; the one switch of the web, `preferences.notifications`, follows it. */
  readonly notificationPreferences: NotificationPreferences & { readonly version: number };
  /** Which language the user has asked for; undefined where nobody has, and `preferences` has the default. */
  readonly language: Language | undefined;
  /** The clock to read by (IANA): the one asked for, else the platform's. */
  readonly timeZone: string;
  /** E.164. */
  readonly phone: string | undefined;
  /** When the number was proven to be the user's; undefined before. See `phones/`. */
  readonly phoneVerified: string | undefined;
  /** ISO 8601, a date. */
  readonly dateOfBirth: string | undefined;
  readonly address: PostalAddress | undefined;
  /** One more with each change of what the owner can change: whoever changes it names the one that was read. */
  readonly version: number;
  readonly accounts: readonly LinkedAccount[];
  readonly blocked: boolean;
  /**
   * When the account is erased, unless its owner signs in before; since when that is carried out; and when it was:
   * see `core/people`.
   */
  readonly erasureAt?: string | undefined;
  readonly closedAt?: string | undefined;
  readonly erasedAt?: string | undefined;
  /** Since when signing in takes a second factor; undefined where it does not. */
  readonly secondFactorAt: string | undefined;
  /**
   * Of somebody who signs in: the second factor that was proven, as `secondFactorAt` names it. A session is
   * started of an account that asks for none, or for this one: see `Sessions.stillProven`.
   */
  readonly secondFactorProven?: string | undefined;
  /** Another one whenever all that was signed in must end: see `stamp.ts`. */
  readonly securityStamp: string;
  /** Another one once the account is handed over: see `hand-over.ts`. */
  readonly ownershipId: string;
}

/** Whether an account is closed for good: it is erased, or is about to be. Nobody can take money out of it again. */
export const isGone = ({ closedAt, erasedAt }: Pick<User, "closedAt" | "erasedAt">): boolean =>
  closedAt !== undefined || erasedAt !== undefined;

/**
 * An address as it is stored and compared.
 * @throws ZodError when it is none: whoever calls has checked its input
 */
export const addressOf = (email: string): string => emailSchema.parse(email);

/** How letters and reports are written to a user: in French where no other language was asked for. */
export const readerOf = ({ preferences, timeZone }: Pick<User, "preferences" | "timeZone">): Reader => ({
  language: languageOf(preferences.language) ?? "fr",
  timeZone,
});

/** What somebody has asked for, without what stands for the rest. */
const asked = z.object({ preferences: z.object({ language: z.string(), timezone: z.string() }).partial() });

function askedFor(item: Table.Item): Pick<User, "language" | "timeZone"> {
  const { language, timezone } = asked.safeParse(item).data?.preferences ?? {};
  return {
    language: language === undefined ? undefined : languageOf(language),
    timeZone: timezone ?? env("MAIL_TIME_ZONE", "Europe/Paris"),
  };
}

/** What a credential needs to know of its account: whom it stands for, and whether it counts. */
export type Holder = Pick<User, keyof Account | "blocked" | "secondFactorAt">;

/**
 * Reads of a user's item what its credentials need. Every call does, so the picture and the choices that stand
 * for what a profile lacks are left to `fromItem`.
 */
export function holderFrom(item: Table.Item): Holder {
  const { userId, securityStamp, ownershipId, role, email, name, secondFactorAt, blockedAt } =
    userProfile.parse(item);
  return {
    ...{ userId, securityStamp, ownershipId, role, email, name, secondFactorAt },
    ...askedFor(item),
    blocked: blockedAt !== undefined,
  };
}

/** Reads the table's item of a user. */
export function fromItem(item: Table.Item): User {
  const { passwordId, blockedAt, image, ...user } = userProfile.parse(item);
  return {
    ...user,
    ...Names.partsOf(user),
    ...channelsOf(user),
    ...askedFor(item),
    image: image ?? avatar(user.userId, user.name),
    phone: user.phone,
    phoneVerified: user.phoneVerified,
    dateOfBirth: user.dateOfBirth,
    address: user.address,
    emailVerified: user.emailVerified,
    secondFactorAt: user.secondFactorAt,
    blocked: blockedAt !== undefined,
  };
}
