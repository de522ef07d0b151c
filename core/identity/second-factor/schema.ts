import * as z from "zod";
import { trimmed } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";

/** Authenticators show a code with a space in its middle, and people type it. */
export const totpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .regex(
        /^\d{6}$/,
        rule(
          "must be the 6 digits that the authenticator shows",
          "doit être les 6 chiffres que montre l'application d'authentification",
        ),
      ),
  )
  .meta({ examples: ["287082"] });

export const recoveryCode = trimmed(40).meta({
  description: "One of the ten, each good once",
  examples: ["7KQ4-0X2M-9ZB1-TR8D"],
});

/** The part of a sign-in that proves the second factor. */
export const secondProof = { totpCode: totpCode.optional(), recoveryCode: recoveryCode.optional() };

export const anyCode = trimmed(40).meta({
  description: "The authenticator's code, or a recovery code",
  examples: ["287082"],
});

/** The setup, until it is verified. */
export const setup = z.object({
  secret: z.string().meta({ description: "Base32, for authenticators without a camera" }),
  otpauthUrl: z.string(),
  qrCode: z.string().meta({ description: "The same as a picture: a `data:image/png` URL" }),
  expiresAt: z.iso.datetime().meta({ description: "10 minutes from now" }),
});

export const recoveryCodes = z
  .array(z.string())
  .length(10)
  .meta({ description: "Each good once: shown this one time" });

export const verified = z.object({
  success: z.literal(true),
  enabled: z.literal(true),
  recoveryCodes: recoveryCodes.optional(),
});

/** How many wrong codes may be tried from one place within how many seconds. */
export const WRONG_CODES = 10;
export const WRONG_CODES_SECONDS = 900;

/** How long a half-way sign-in waits for its code. */
export const HALFWAY_SECONDS = 300;
