import * as z from "zod";
import { money } from "../kernel/money/index.ts";
import { storedNumber } from "../kernel/stored.ts";
import { languages } from "../kernel/texts/index.ts";
import { entity } from "../platform/table/entity.ts";
import { roles } from "./actor.ts";
import { themes } from "./preferences/schema.ts";
import { biometricTypes } from "./schema.ts";

/** Counts the owner's changes. Missing before the first one. */
const version = z.bigint().default(1n).transform(Number);

/** The channels of a category. They default to on, also for categories that did not exist when the user chose. */
const channels = z
  .object({
    push: z.boolean().default(true),
    email: z.boolean().default(true),
    inApp: z.boolean().default(true),
  })
  .prefault({});

// These have no rules: today's rules of input must not lock out users who registered before.

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
    /** Identifies its password. Missing if it has none. */
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
    /** When the account is erased, unless its user signs in before. */
    erasureAt: z.string().optional(),
    /** Since when its erasure is carried out. It can no longer be canceled. */
    closedAt: z.string().optional(),
    erasedAt: z.string().optional(),
    secondFactorAt: z.string().optional(),
    securityStamp: z.string(),
    ownershipId: z.string(),
  }),
  sync: ["profile", "preferences", "notificationPreferences"],
  holds: "names, e-mail, phone, date of birth, address, picture, choices",
  erasure: {
    kept: "ledger",
    without: {
      ...{ name: "", email: "", firstName: undefined, lastName: undefined, passwordId: undefined },
      ...{ image: undefined, emailVerified: undefined, phone: undefined, phoneVerified: undefined },
      ...{ dateOfBirth: undefined, address: undefined, accounts: undefined, secondFactorAt: undefined },
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
    "The bcrypt hash of an account's password. The account names it by its id, in the same transaction; a hash with another id does not count.",
  pk: "SECRET#PASSWORD#{userId}",
  sk: "PASSWORD",
  schema: z.object({ userId: z.string(), passwordId: z.string(), hash: z.string() }),
  holds: "a password's hash",
  erasure: "deleted",
  answers: { "is this the account's password": "BatchGetItem pk, sk with the user's" },
});

/** The user who has claimed something unique. */
const owned = z.object({ userId: z.string() });

export const emailClaim = entity({
  name: "EmailClaim",
  about:
    "Which user has an email address. Written in the user's own transaction, so that an address never has two users.",
  pk: "EMAIL#{email}",
  sk: "EMAIL",
  schema: owned,
  holds: "an e-mail address",
  erasure: "deleted",
  answers: { "which user has this e-mail address": "GetItem pk, sk" },
});

export const phoneClaim = entity({
  name: "PhoneClaim",
  about:
    "Which user has proven a phone number (E.164). Written and removed in the transaction that changes the user's profile, so that a number never has two users.",
  pk: "PHONE#{phone}",
  sk: "PHONE",
  schema: owned,
  holds: "a phone number",
  erasure: "deleted",
  answers: { "which user has proven this phone number": "GetItem pk, sk" },
});

export const providerAccount = entity({
  name: "ProviderAccount",
  about: "Which user an account at an OAuth provider signs in, by the provider's subject identifier.",
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
  ttl: storedNumber,
});

export const session = entity({
  name: "Session",
  about:
    "A session of the web, with the hashes of its current and former refresh token, or of a device. Deleted when it ends, invalid once the account has another security stamp.",
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
    }),
  ]),
  expires:
    "when its refresh token does (attribute ttl): on the web 30 days after it was last renewed, on a device 7 days after sign-in",
  holds: "the address, program and device of who is signed in",
  erasure: "deleted",
  exported: ["kind", "ip", "userAgent", "createdAt", "lastActive", "deviceId", "deviceInfo"],
  answers: {
    "does this session still live": "GetItem pk, sk",
    "the sessions of a user": "Query pk, sk begins with SESSION#",
  },
});

/** The public key by which a device confirms actions. */
const biometricKey = z.object({
  /** Its thumbprint (RFC 7638). */
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
    "The public key by which a user's device confirms actions. Outlives sessions that expire, deleted when the device signs out, invalid once the account has another security stamp.",
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
    "what does this device confirm with": "GetItem pk, sk",
    "which devices of a user have a key": "Query pk, sk begins with DEVICEKEY#",
  },
});

export const knownClient = entity({
  name: "KnownClient",
  about:
    "An address or a device where an account was signed in. Its sign-ins there are not slowed down by tries elsewhere.",
  pk: "USER#{userId}",
  sk: "KNOWNCLIENT#{client}",
  schema: z.object({ ownershipId: z.string(), ttl: storedNumber }),
  expires: "90 days after the latest sign-in (attribute ttl)",
  holds: "an address that the account was signed in from",
  erasure: "deleted",
  answers: {
    "was this account signed in from this address": "BatchGetItem pk, sk with the user's",
    "was this account signed in on this device": "BatchGetItem pk, sk with the list of its devices",
  },
});

export const fraudRecord = entity({
  name: "FraudRecord",
  about: "A detected attempt at fraud on an account: what, when and from where. Retained.",
  pk: "USER#{userId}",
  sk: "FRAUD#{at}#{sessionId}",
  holds: "the address and the program that fraud was tried from",
  erasure: { kept: "law", without: { ip: undefined, userAgent: undefined } },
  exported: ["at", "what", "ip", "userAgent"],
  answers: { "attempts at fraud on an account, by time": "Query pk, sk begins with FRAUD#" },
});

/** DynamoDB stores no empty sets. */
const userIds = z.set(z.string()).default(new Set());

export const roster = entity({
  name: "StaffRoster",
  about:
    "The members of staff who are not blocked, by role. Changed in the transaction that changes a role or blocks, so that there is always an administrator.",
  pk: "STAFF",
  sk: "ROSTER",
  schema: z.object({ administrators: userIds, employees: userIds }),
  holds: "nothing",
  erasure: "stays",
  answers: { "who is of the staff": "GetItem pk, sk", "is this the last administrator": "GetItem pk, sk" },
});
