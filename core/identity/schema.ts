import * as z from "zod";
import { named, line as oneLine } from "../kernel/text/schema.ts";
import { rule } from "../kernel/texts/index.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import { roles } from "./actor.ts";
import { COUNTRIES } from "./countries.ts";

/** Identity schemas of requests and responses (spec 1, sections 2.1 and 4.1). */

export const timestamp = z.iso.datetime().meta({ description: "ISO 8601 in UTC" });

/** An email address, normalized for storage and comparison: trimmed, in lower case, in Unicode's composed form. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .max(254)
  .check(z.email(rule("must be an e-mail address", "doit être une adresse e-mail")))
  .meta({ examples: ["ada@example.com"] });

/** A name that other users see. */
const personName = named.refine(
  (text) => !/:\/\/|\bwww\./i.test(text),
  rule("must not contain a link", "ne doit pas contenir de lien"),
);

export const name = personName
  .min(2)
  .max(100)
  .meta({ description: "Without a link", examples: ["Ada Lovelace"] });

/** The maximum lengths of first and last name, with a space between them, add up to that of `name` (spec 1, section 8). */
export const firstName = personName
  .min(1)
  .max(50)
  .meta({ description: "Without a link", examples: ["Ada"] });
export const lastName = personName
  .min(1)
  .max(49)
  .meta({ description: "Without a link", examples: ["Lovelace"] });

/** bcrypt ignores further bytes. */
export const MAX_PASSWORD_BYTES = 72;

export const passwordBytes = (password: string): number => Buffer.byteLength(password.normalize("NFC"));

/** A new password (spec 1, section 4.1). Reports each broken rule. */
export const newPassword = z
  .string()
  .min(8, rule("must have at least 8 characters", "doit compter au moins 8 caractères"))
  .refine(
    (password) => /\p{Lu}/u.test(password),
    rule("must contain an uppercase letter", "doit contenir une majuscule"),
  )
  .regex(/\d/, rule("must contain a digit", "doit contenir un chiffre"))
  .refine(
    (password) => /[^\p{L}\p{N}]/u.test(password),
    rule("must contain a special character", "doit contenir un caractère spécial"),
  )
  .regex(/^[^\0]*$/, rule("must not contain a NUL character", "ne doit pas contenir de caractère NUL"))
  .refine(
    (password) => passwordBytes(password) <= MAX_PASSWORD_BYTES,
    rule(
      `must not be longer than ${MAX_PASSWORD_BYTES} bytes in UTF-8`,
      `ne doit pas dépasser ${MAX_PASSWORD_BYTES} octets en UTF-8`,
    ),
  )
  .meta({
    description:
      `At least 8 characters with an uppercase letter, a digit and a special character; at most ${MAX_PASSWORD_BYTES} bytes in UTF-8. ` +
      "Passwords built from the most common ones are rejected even if they satisfy these rules.",
    format: "password",
  });

/** An existing password, for comparison only. */
export const password = z.string().min(1).max(1024).meta({ format: "password" });

export const registration = z.strictObject({ name, email, password: newPassword });
export type Registration = z.output<typeof registration>;

/** A phone number in international form. Removes spaces and punctuation. */
export const phone = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s().-]/g, ""))
  .pipe(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}$/,
        rule(
          "must be a phone number in international form, such as +33612345678",
          "doit être un numéro de téléphone au format international, comme +33612345678",
        ),
      ),
  )
  .meta({ description: "E.164", examples: ["+33612345678"] });

/** A registration in the mobile app. It creates the same kind of account as the web. */
export const appRegistration = z.strictObject({
  firstName,
  lastName,
  email,
  password: newPassword,
  phone: phone.optional(),
});
export type AppRegistration = z.output<typeof appRegistration>;

export const credentials = z.object({ email, password });

const identity = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
});

const image = z.string().meta({
  description:
    "URL of the avatar: the linked provider's picture, otherwise a `data:` URL of an SVG with the user's initials",
});

export const registeredUser = identity.extend({ createdAt: timestamp }).meta({ id: "RegisteredUser" });

export const signedInUser = identity.extend({ image }).meta({ id: "SignedInUser" });

const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && COUNTRIES.includes(code);
const countryRule = rule(
  "must be a two-letter country code (ISO 3166-1), such as FR",
  "doit être un code de pays à deux lettres (ISO 3166-1), comme FR",
);

const line = oneLine.min(1).max(100);

export const postalAddress = z
  .strictObject({
    line1: line.meta({ examples: ["12 rue de la Paix"] }),
    line2: line.optional(),
    city: line.meta({ examples: ["Paris"] }),
    postalCode: z
      .string()
      .trim()
      .min(2)
      .max(12)
      .meta({ examples: ["75002"] }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, countryRule)
      .refine(isCountry, countryRule)
      .meta({ examples: ["FR"] }),
  })
  .meta({ id: "PostalAddress" });
export type PostalAddress = z.output<typeof postalAddress>;

export const preferences = z.object({
  language: z.string(),
  currency: z.string(),
  notifications: z.boolean(),
});

export const profile = identity
  .extend({
    image,
    emailVerified: timestamp
      .nullable()
      .meta({ description: "When the user proved the ownership of the address. Null before." }),
    createdAt: timestamp,
    updatedAt: timestamp,
    preferences,
    accounts: z.array(z.object({ provider: z.string(), linkedAt: timestamp })),
  })
  .meta({ id: "WebUser" });

/** Web access tokens last 24 hours (spec 1, section 5, rule 1). */
export const ACCESS_TOKEN_SECONDS = DAY_SECONDS;

/** Mobile access tokens last 15 minutes, mobile refresh tokens 7 days (spec 1, section 8). */
export const MOBILE_ACCESS_TOKEN_SECONDS = 900;
export const MOBILE_REFRESH_TOKEN_SECONDS = 7 * DAY_SECONDS;

/**
 * How long a retry with the previous refresh token gets the same new tokens, because two tabs may refresh concurrently and a
 * response may be lost.
 */
export const GRACE_SECONDS = 10;

export const expiresIn = z
  .literal(ACCESS_TOKEN_SECONDS)
  .meta({ description: "Seconds until the token expires" });

export const refreshToken = z
  .string()
  .min(1)
  .max(2048)
  .meta({ examples: ["eyJhbGciOiJIUzI1NiJ9…"] });

/** The claims that all tokens have. */
export const sessionClaims = z.object({
  sub: z.string(),
  /** The session's random secret. The table has only its hash, so a token needs more than the signing secret. */
  sec: z.string(),
  iat: z.int(),
  exp: z.int(),
  iss: z.string(),
  aud: z.string(),
  sid: z.string(),
  jti: z.string(),
});
export type SessionClaims = z.output<typeof sessionClaims>;

/** The claims of a web access token (spec 1, section 2.2). */
export const accessClaims = sessionClaims.extend({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
});
export type AccessClaims = z.output<typeof accessClaims>;

/** How long a proof of who acts is valid in its session. */
export const PROOF_SECONDS = 300;

/** Limits the password attempts on one account from unknown addresses. The specification has no such limit. */
export const ACCOUNT_ATTEMPTS = 20;
export const ACCOUNT_ATTEMPTS_SECONDS = 1800;

/** Limits the wrong passwords with which sessions of one account try to confirm an action. */
export const CONFIRMATION_ATTEMPTS = 10;
export const CONFIRMATION_ATTEMPTS_SECONDS = 900;

const deviceText = oneLine.min(1).max(100);

/** How a device describes itself (spec 1, section 2.5). */
export const deviceInfo = z.object({
  platform: deviceText.toLowerCase(),
  model: deviceText,
  osVersion: deviceText,
  appVersion: deviceText,
});
export type DeviceInfo = z.output<typeof deviceInfo>;

/** The device generates its id once and sends it with each sign-in (spec 1, section 2.5). */
export const deviceId = z
  .uuid(rule("must be a UUID", "doit être un UUID"))
  .toLowerCase()
  .meta({ examples: ["7f5c1b9e-2f0a-4a63-9d0c-1d1f3f5f8a10"] });

/** A user, as shown on a device (spec 1, section 2.4). */
export const mobileUser = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    kycLevel: z.int().meta({ description: "Level of the identity verification. 0 means not verified." }),
    roles: z.array(z.enum(roles)),
  })
  .meta({ id: "MobileUser" });

/** The methods by which a device recognizes its owner (spec 1, section 4.2). */
export const biometricTypes = ["face_id", "touch_id", "fingerprint"] as const;

/** Transfers above this value in euros require a confirmation (spec 1, section 8). */
export const STEP_UP_ABOVE_EUR = 100;
