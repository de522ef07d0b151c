import { createHash } from "node:crypto";
import * as z from "zod";
import { env } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { type Language, languageOf, type Reader } from "../kernel/texts/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Account, Means, ProofMethod } from "./actor.ts";
import { phoneClaim, userProfile } from "./entity.ts";
import { VersionConflict } from "./errors.ts";
import * as Names from "./names.ts";
import { type Category, categories, type NotificationPreferences } from "./preferences/schema.ts";
import { email as emailSchema } from "./schema.ts";

type StoredUser = Readonly<ReturnType<typeof userProfile.parse>>;

/** A user. The password is stored in a separate item, so that no function returns it by accident. */
export interface User
  extends Omit<
    StoredUser,
    "passwordId" | "blockedAt" | "firstName" | "lastName" | "image" | "notificationPreferences"
  > {
  readonly firstName: string;
  readonly lastName: string;
  readonly image: string;
  /** The notification channels of each category. The web's single switch, `preferences.notifications`, derives from them. */
  readonly notificationPreferences: NotificationPreferences & { readonly version: number };
  /** The user's choice. If undefined, `preferences` has the default. */
  readonly language: Language | undefined;
  /** IANA. Defaults to the platform's time zone. */
  readonly timeZone: string;
  readonly blocked: boolean;
  /**
   * The second factor that was proven during a sign-in, identified by its `secondFactorAt`. A session starts only if both are
   * equal: see `Sessions.assertSignInProven`.
   */
  readonly secondFactorProven?: string | undefined;
}

/** A user who has proven the credentials. */
export type AuthenticatedUser = User & {
  /** Set after a password. */
  readonly isNewClient?: boolean;
  /** The methods of the sign-in. Without one, the session starts without a proof. */
  readonly amr?: readonly ProofMethod[];
  /** When they were proven, in UNIX seconds. Defaults to now. */
  readonly authenticatedAt?: number;
};

/** Returns whether an account is closed for good: its erasure has begun or is complete. Its owner can no longer move money. */
export const isClosed = ({ closedAt, erasedAt }: Pick<User, "closedAt" | "erasedAt">): boolean =>
  closedAt !== undefined || erasedAt !== undefined;

/** Normalizes an email address for storage and comparison. @throws ZodError unless the caller has validated it */
export const addressOf = (email: string): string => emailSchema.parse(email);

/** Returns the language and time zone of a user's emails and reports. The language defaults to French. */
export const readerOf = ({ preferences, timeZone }: Pick<User, "preferences" | "timeZone">): Reader => ({
  language: languageOf(preferences.language) ?? "fr",
  timeZone,
});

/** The stored choices, without defaults. */
const chosen = z.object({ preferences: z.object({ language: z.string(), timezone: z.string() }).partial() });

function choicesOf(item: Table.Item): Pick<User, "language" | "timeZone"> {
  const { language, timezone } = chosen.safeParse(item).data?.preferences ?? {};
  return {
    language: language === undefined ? undefined : languageOf(language),
    timeZone: timezone ?? env("MAIL_TIME_ZONE", "Europe/Paris"),
  };
}

/** The attributes of an account that decide whether a credential is valid. */
export type Holder = Account & Pick<User, "blocked" | "secondFactorAt"> & { readonly means: Means };

/** Returns only the attributes that authentication needs. Every request does this, so it computes no avatar and no channels. */
export function holderFrom(item: Table.Item): Holder {
  const { userId, securityStamp, ownershipId, role, email, name, secondFactorAt, ...user } =
    userProfile.parse(item);
  return {
    ...{ userId, securityStamp, ownershipId, role, email, name, secondFactorAt },
    ...choicesOf(item),
    credentialsResetAt: user.credentialsResetAt,
    credentialsFirstResetAt: user.credentialsFirstResetAt,
    isAddressProven: user.emailVerified !== undefined,
    blocked: user.blockedAt !== undefined,
    means: {
      passkey: user.passkeys > 0,
      secondFactor: secondFactorAt !== undefined,
      password: user.passwordId !== undefined,
    },
  };
}

export function fromItem(item: Table.Item): User {
  const { passwordId, blockedAt, image, ...user } = userProfile.parse(item);
  const { phone, phoneVerified, dateOfBirth, address, emailVerified, secondFactorAt } = user;
  return {
    ...{ phone, phoneVerified, dateOfBirth, address, emailVerified, secondFactorAt },
    ...user,
    ...Names.partsOf(user),
    ...channelsOf(user),
    ...choicesOf(item),
    image: image ?? avatar(user.userId, user.name),
    blocked: blockedAt !== undefined,
  };
}

/** Returns the default avatar: the initials on a coloured background, as a `data:` URL, so that no third party gets a request. */
function avatar(userId: string, name: string): string {
  const initials = (name.match(/[\p{L}\p{N}]+/gu) ?? ["?"])
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x3f).toUpperCase())
    .join("");
  const hue = createHash("sha256").update(userId).digest().readUInt16BE() % 360;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" fill="hsl(${hue},45%,40%)"/>` +
    '<text x="32" y="42" font-family="sans-serif" font-size="28" text-anchor="middle" fill="#fff">' +
    `${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const SECURITY = { push: true, email: true, inApp: true } as const;

/** Returns the channels of a user who has only used the web's single switch. Marketing is off until the user enables it. */
function channelsFromSwitch(isOn: boolean): NotificationPreferences {
  const choice = { push: isOn, email: isOn, inApp: true };
  return {
    security: SECURITY,
    ...{ payments: choice, transfers: choice, loyalty: choice },
    ...{ governance: choice, jobs: choice },
    marketing: { push: false, email: false, inApp: true },
  };
}

const optional = categories.filter((one): one is Exclude<Category, "security"> => one !== "security");

/** Returns the channels, and the web's switch, which is on if any optional category uses push or email. */
function channelsOf({ preferences, notificationPreferences: stored }: StoredUser) {
  const notificationPreferences = stored
    ? { ...stored, security: SECURITY }
    : { ...channelsFromSwitch(preferences.notifications), version: 1 };
  const notifications = optional.some(
    (one) => notificationPreferences[one].push || notificationPreferences[one].email,
  );
  return { preferences: { ...preferences, notifications }, notificationPreferences };
}

/** Returns the condition that a version attribute is unchanged. The first version may be missing in the item. */
export function isAtVersion(path: string, version: number): Where.Where {
  const isSame = Where.is({ [path]: BigInt(version) });
  return version === 1 ? Where.any(Where.lacks(path), isSame) : isSame;
}

/** Returns the condition that an account's linked provider accounts have not changed since it was read. */
export const areAccountsUnchanged = ({ accounts }: Pick<User, "accounts">): Where.Where =>
  accounts.length === 0
    ? Where.lacks("accounts")
    : Where.all(
        Where.size("accounts", "=", accounts.length),
        ...accounts.map(({ provider, subject }, at) =>
          Where.is({ [`accounts[${at}].provider`]: provider, [`accounts[${at}].subject`]: subject }),
        ),
      );

/** @throws VERSION_CONFLICT with the current version, if the given one differs */
export function assertVersion(given: number | undefined, current: number): void {
  if (given !== undefined && given !== current)
    throw fail(VersionConflict, { details: { version: current } });
}

// A proven phone number is marked in the profile and has a claim item. Both change in one transaction. See `phones/`.

type PhoneHolder = Pick<User, "userId" | "phone" | "phoneVerified">;

/** Returns whether an account has proven a number. @param phone defaults to the number of the profile */
export const hasProvenPhone = (user: PhoneHolder, phone = user.phone): phone is string =>
  phone !== undefined && user.phone === phone && user.phoneVerified !== undefined;

/** Returns the write that releases an account's proven number, for the transaction that changes its profile. */
export const phoneReleaseWrites = ({ userId, phone, phoneVerified }: PhoneHolder): Table.Write[] =>
  phone === undefined || phoneVerified === undefined
    ? []
    : [{ remove: phoneClaim.key({ phone }), where: Where.is({ userId }) }];

/** Returns the condition that an account's number has not changed since it was read. */
export const isPhoneUnchanged = ({ phone, phoneVerified }: PhoneHolder): Where.Where =>
  Where.is({ phone, phoneVerified });
