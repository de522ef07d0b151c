import * as z from "zod";
import { money } from "../kernel/money/index.ts";
import { storedNumber } from "../kernel/stored.ts";
import { languages } from "../kernel/texts/index.ts";
import { entity } from "../platform/table/entity.ts";
import { proofMethods, roles } from "./actor.ts";
import { themes } from "./preferences/schema.ts";
import { biometricTypes } from "./schema.ts";

/** Counts the owner's changes. Missing before the first change. */
const version = z.bigint().default(1n).transform(Number);

/** The channels of a category. On by default, also for categories that were added after the user's choice. */
const channels = z
  .object({
    push: z.boolean().default(true),
    email: z.boolean().default(true),
    inApp: z.boolean().default(true),
  })
  .prefault({});

// These schemas have no input rules: a new rule must not lock out users who registered before it.

const address = z.object({
  line1: z.string(),
  line2: z.string().optional(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

const deviceInfo = z.object({
  platform: z.string(),
  model: z.string(),
  osVersion: z.string(),
  appVersion: z.string(),
});

export const userProfile = entity({
  name: "User",
  about:
    "An account, the same for web and mobile: names, email, role, phone, address, preferences, notification channels, linked providers. Its password is in an item of its own.",
  pk: "USER#{userId}",
  sk: "PROFILE",
  schema: z.object({
    userId: z.string(),
    name: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string(),
    role: z.enum(roles),
    /** The id of the password's item. Missing if the account has no password. */
    passwordId: z.string().optional(),
    image: z.string().optional(),
    emailVerified: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
    preferences: z
      .object({
        language: z.enum(languages).default("fr").catch("fr"),
        currency: z.enum(money).default("EUR").catch("EUR"),
        notifications: z.boolean().default(true),
        timezone: z.string().default("Europe/Paris"),
        theme: z.enum(themes).default("system"),
        hideBalances: z.boolean().default(false),
        version,
      })
      .prefault({}),
    notificationPreferences: z
      .object({
        payments: channels,
        transfers: channels,
        loyalty: channels,
        governance: channels,
        jobs: channels,
        marketing: channels,
        version,
      })
      .optional(),
    accounts: z
      .array(z.object({ provider: z.string(), subject: z.string(), linkedAt: z.string() }))
      .default([]),
    phone: z.string().optional(),
    phoneVerified: z.string().optional(),
    dateOfBirth: z.string().optional(),
    address: address.optional(),
    version,
    blockedAt: z.string().optional(),
    /** When the account is erased, unless the user signs in before. */
    erasureAt: z.string().optional(),
    /** When its erasure began. It can no longer be canceled. */
    closedAt: z.string().optional(),
    erasedAt: z.string().optional(),
    secondFactorAt: z.string().optional(),
    /** When the password was last reset by link, the address changed, or the account handed over. */
    credentialsResetAt: z.string().optional(),
    /** The first of the resets of which each followed another within 24 hours. */
    credentialsFirstResetAt: z.string().optional(),
    /** The number of passkeys. */
    passkeys: storedNumber.default(0),
    securityStamp: z.string(),
    ownershipId: z.string(),
  }),
  sync: ["profile", "preferences", "notificationPreferences"],
  holds: "names, e-mail, phone, date of birth, address, picture, choices",
  erasure: {
    retained: "ledger",
    without: {
      ...{ name: "", email: "", firstName: undefined, lastName: undefined, passwordId: undefined },
      ...{ image: undefined, emailVerified: undefined, phone: undefined, phoneVerified: undefined },
      ...{ dateOfBirth: undefined, address: undefined, accounts: undefined, secondFactorAt: undefined },
      ...{ passkeys: undefined },
      ...{ preferences: undefined, notificationPreferences: undefined },
    },
  },
  exported: [
    "userId",
    "name",
    "firstName",
    "lastName",
    "email",
    "emailVerified",
    "phone",
    "phoneVerified",
    "dateOfBirth",
    "address",
    "image",
    "role",
    "preferences",
    "notificationPreferences",
    "accounts",
    "createdAt",
    "updatedAt",
  ],
  answers: { "who is this user": "GetItem pk, sk" },
});

export const password = entity({
  name: "Password",
  about:
    "The bcrypt hash of an account's password. The account stores its id, written in the same transaction; a hash with another id is ignored.",
  pk: "SECRET#PASSWORD#{userId}",
  sk: "PASSWORD",
  schema: z.object({ userId: z.string(), passwordId: z.string(), hash: z.string() }),
  holds: "a password's hash",
  erasure: "deleted",
  answers: { "is this the account's password": "BatchGetItem pk, sk with the user's" },
});

/** The user to whom a unique value belongs. */
const owned = z.object({ userId: z.string() });

export const emailClaim = entity({
  name: "EmailClaim",
  about:
    "The user of an email address. Written in the transaction that creates or changes the user, so that an address never has two users. With a ttl it only reserves a former address.",
  pk: "EMAIL#{email}",
  sk: "EMAIL",
  schema: owned.extend({ ttl: storedNumber.optional() }),
  expires: "only a reservation: with the link that undoes the change (attribute ttl)",
  holds: "an e-mail address",
  erasure: "deleted",
  answers: { "which user has this e-mail address": "GetItem pk, sk" },
});

export const phoneClaim = entity({
  name: "PhoneClaim",
  about:
    "The user who has proven a phone number (E.164). Written and deleted in the transaction that changes the user's profile, so that a number never has two users.",
  pk: "PHONE#{phone}",
  sk: "PHONE",
  schema: owned,
  holds: "a phone number",
  erasure: "deleted",
  answers: { "which user has proven this phone number": "GetItem pk, sk" },
});

export const providerAccount = entity({
  name: "ProviderAccount",
  about: "The user whom an account at an OAuth provider signs in, by the provider's subject identifier.",
  pk: "OAUTH#{provider}#{subject}",
  sk: "OAUTH",
  schema: owned,
  holds: "an account at a provider",
  erasure: "deleted",
  answers: { "which user does this provider's account sign in": "GetItem pk, sk" },
});

const started = z.object({
  userId: z.string(),
  sessionId: z.string(),
  securityStamp: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastActive: z.string(),
  /** The latest proof: the time in UNIX seconds, and its methods. Missing in sessions of earlier versions. */
  authenticatedAt: storedNumber.default(0),
  amr: z.array(z.enum(proofMethods)).default([]),
  ttl: storedNumber,
});

export const sessionSecret = entity({
  name: "SessionSecret",
  about:
    "The hash of a session's random secret, which its tokens contain. Only the functions that start sessions may write it, so that a token which another function signs opens nothing.",
  pk: "SESSIONSECRET#{userId}",
  sk: "SESSION#{sessionId}",
  schema: z.object({ hash: z.string(), ttl: storedNumber }),
  expires: "at the latest possible end of its session (attribute ttl)",
  holds: "nothing",
  erasure: "expires",
  answers: { "is this token of the session": "BatchGetItem pk, sk with the session's and the user's" },
});

export const session = entity({
  name: "Session",
  about:
    "A session: on the web, with the hashes of its current and former refresh token, or on a device. Deleted at its end, invalid if the account has another security stamp.",
  pk: "USER#{userId}",
  sk: "SESSION#{sessionId}",
  schema: z.union([
    started.extend({
      kind: z.literal("web"),
      refreshHash: z.string(),
      previousHash: z.string().optional(),
      accessIssuedAt: storedNumber,
    }),
    started.extend({
      kind: z.literal("mobile"),
      deviceId: z.string(),
      deviceInfo,
      /** Present once a refresh has named the device: every later refresh must. */
      namesDevice: z.boolean().optional(),
    }),
  ]),
  expires:
    "with its refresh token (attribute ttl): on the web 30 days after the last refresh, on a device 7 days after the sign-in",
  holds: "the IP address, user agent and device of a signed-in user",
  erasure: "deleted",
  exported: ["kind", "ip", "userAgent", "createdAt", "lastActive", "deviceId", "deviceInfo"],
  answers: {
    "is this session valid": "GetItem pk, sk",
    "the sessions of a user": "Query pk, sk begins with SESSION#",
  },
});

/** The public key with which a device confirms actions. */
const biometricKey = z.object({
  /** The key's thumbprint (RFC 7638). */
  keyId: z.string(),
  alg: z.enum(["ES256", "RS256", "EdDSA"]),
  /** The public members only. */
  jwk: z.record(z.string(), z.string()),
  biometricType: z.enum(biometricTypes),
  registeredAt: z.string(),
});
export type BiometricKey = z.output<typeof biometricKey>;

export const deviceKey = entity({
  name: "DeviceKey",
  about:
    "The public key with which a user's device confirms actions. Outlives expired sessions, deleted when the device signs out, invalid if the account has another security stamp.",
  pk: "USER#{userId}",
  sk: "DEVICEKEY#{deviceId}",
  schema: z.object({
    userId: z.string(),
    deviceId: z.string(),
    securityStamp: z.string(),
    biometric: biometricKey,
  }),
  holds: "a device's id and public key",
  erasure: "deleted",
  exported: ["deviceId"],
  answers: {
    "the key of a device": "GetItem pk, sk",
    "which devices of a user have a key": "Query pk, sk begins with DEVICEKEY#",
  },
});

export const knownClient = entity({
  name: "KnownClient",
  about:
    "An IP address or device from which the user has signed in. Failed attempts from elsewhere do not slow down sign-ins from here.",
  pk: "USER#{userId}",
  sk: "KNOWNCLIENT#{client}",
  schema: z.object({ ownershipId: z.string(), ttl: storedNumber }),
  expires: "90 days after the latest sign-in (attribute ttl)",
  holds: "an IP address from which the user has signed in",
  erasure: "deleted",
  answers: {
    "has the user signed in from this IP address": "BatchGetItem pk, sk with the user's",
    "has the user signed in on this device": "BatchGetItem pk, sk with the list of its devices",
  },
});

export const fraudRecord = entity({
  name: "FraudRecord",
  about: "A detected fraud attempt on an account: kind, time, IP address and user agent. Retained.",
  pk: "USER#{userId}",
  sk: "FRAUD#{at}#{sessionId}",
  holds: "the IP address and user agent of a fraud attempt",
  erasure: { retained: "law", without: { ip: undefined, userAgent: undefined } },
  exported: ["at", "what", "ip", "userAgent"],
  answers: { "fraud attempts on an account, by time": "Query pk, sk begins with FRAUD#" },
});

/** DynamoDB stores no empty sets. */
const userIds = z.set(z.string()).default(new Set());

export const roster = entity({
  name: "StaffRoster",
  about:
    "The staff members who are not blocked, by role. Changed in the transaction that changes a role or blocks a user, so that at least one administrator always remains.",
  pk: "STAFF",
  sk: "ROSTER",
  schema: z.object({ administrators: userIds, employees: userIds }),
  holds: "nothing",
  erasure: "stays",
  answers: { "the staff members": "GetItem pk, sk", "is this the last administrator": "GetItem pk, sk" },
});
