import * as z from "zod";
import { named, line as oneLine } from "../kernel/text/schema.ts";
import { rule } from "../kernel/texts/index.ts";
import { roles } from "./actor.ts";
import { isCountry } from "./countries.ts";

/** Identity as it goes over the wire: spec 1, sections 2.1 and 4.1. */

/** An instant. */
export const timestamp = z.iso.datetime().meta({ description: "ISO 8601 in UTC" });

/** An address as it is stored and compared: trimmed, in lower case, in Unicode's composed form. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .max(254)
  .check(z.email(rule("must be an e-mail address", "doit être une adresse e-mail")))
  .meta({ examples: ["ada@example.com"] });

/** What others may see of how somebody is called. */
const called = named.refine(
  (text) => !/:\/\/|\bwww\./i.test(text),
  rule("must not have a link", "ne doit pas contenir de lien"),
);

export const name = called
  .min(2)
  .max(100)
  .meta({ description: "Without a link", examples: ["Ada Lovelace"] });

/** Together with the space between them no longer than a name (spec 1, section 8). */
export const firstName = called
  .min(1)
  .max(50)
  .meta({ description: "Without a link", examples: ["Ada"] });
export const lastName = called
  .min(1)
  .max(49)
  .meta({ description: "Without a link", examples: ["Lovelace"] });

/** bcrypt reads no further; a longer password would be accepted by its first 72 bytes alone. */
export const MAX_PASSWORD_BYTES = 72;

/** How many bytes bcrypt would see of a password. */
export const passwordBytes = (password: string): number => Buffer.byteLength(password.normalize("NFC"));

/** A password that somebody chooses (spec 1, section 4.1). Each rule is reported on its own. */
export const newPassword = z
  .string()
  .min(8, rule("must have at least 8 characters", "doit compter au moins 8 caractères"))
  .refine(
    (password) => /\p{Lu}/u.test(password),
    rule("must have an uppercase letter", "doit contenir une majuscule"),
  )
  .regex(/\d/, rule("must have a digit", "doit contenir un chiffre"))
  .refine(
    (password) => /[^\p{L}\p{N}]/u.test(password),
    rule("must have a special character", "doit contenir un caractère spécial"),
  )
  .regex(/^[^\0]*$/, rule("must not have a NUL character", "ne doit pas contenir de caractère NUL"))
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
      "The most common ones that satisfy this are refused.",
    format: "password",
  });

/** A password that somebody proves to know: whatever it is, it is only compared. */
export const password = z.string().min(1).max(1024).meta({ format: "password" });

export const registration = z.strictObject({ name, email, password: newPassword });
export type Registration = z.output<typeof registration>;

/** In international form: what people write between the digits is left out. */
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

/** How the mobile app registers: the same account as on the web. */
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
    "Avatar as a URL: the linked provider's, otherwise a `data:` URL of an SVG with the user's initials",
});

export const registeredUser = identity.extend({ createdAt: timestamp }).meta({ id: "RegisteredUser" });

export const signedInUser = identity.extend({ image }).meta({ id: "SignedInUser" });

const line = oneLine.min(1).max(100);

/** Where somebody lives. */
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
      .regex(
        /^[A-Z]{2}$/,
        rule(
          "must be a country's two letters (ISO 3166-1), such as FR",
          "doit être les deux lettres d'un pays (ISO 3166-1), comme FR",
        ),
      )
      .refine(
        isCountry,
        rule(
          "must be a country's two letters (ISO 3166-1), such as FR",
          "doit être les deux lettres d'un pays (ISO 3166-1), comme FR",
        ),
      )
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
    emailVerified: timestamp.nullable().meta({ description: "When the address was proven; null before" }),
    createdAt: timestamp,
    updatedAt: timestamp,
    preferences,
    accounts: z.array(z.object({ provider: z.string(), linkedAt: timestamp })),
  })
  .meta({ id: "WebUser" });

/** Web access tokens last 24 hours (spec 1, section 5, rule 1). */
export const ACCESS_TOKEN_SECONDS = 86_400;

/** Mobile access tokens last 15 minutes, mobile refresh tokens 7 days (spec 1, section 8). */
export const MOBILE_ACCESS_TOKEN_SECONDS = 900;
export const MOBILE_REFRESH_TOKEN_SECONDS = 604_800;

/**
 * How long the refresh token before the current one gets the same new tokens again: two tabs may refresh at
 * once, and an answer may be lost.
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

/** The claims of every token: whose it is and which session it belongs to. */
export const sessionClaims = z.object({
  sub: z.string(),
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

/**
 * How often passwords may be tried on one account from addresses where it was never signed in, within how many
 * seconds. Not in the specification, which counts by address.
 */
export const ACCOUNT_TRIES = 20;
export const ACCOUNT_TRIES_SECONDS = 1800;

const described = oneLine.min(1).max(100);

/** What a device says of itself (spec 1, section 2.5). */
export const deviceInfo = z.object({
  platform: described.toLowerCase(),
  model: described,
  osVersion: described,
  appVersion: described,
});
export type DeviceInfo = z.output<typeof deviceInfo>;

/** Made on the device, the same at each sign-in (spec 1, section 2.5). */
export const deviceId = z
  .uuid(rule("must be a UUID", "doit être un UUID"))
  .toLowerCase()
  .meta({ examples: ["7f5c1b9e-2f0a-4a63-9d0c-1d1f3f5f8a10"] });

/** A user as a device sees it (spec 1, section 2.4). */
export const mobileUser = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    kycLevel: z.int().meta({ description: "How far the identity was checked: 0 not at all" }),
    roles: z.array(z.enum(roles)),
  })
  .meta({ id: "MobileUser" });
