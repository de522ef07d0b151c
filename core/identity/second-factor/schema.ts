import * as z from "zod";
import { trimmed } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";

/** Accepts spaces and hyphens, because authenticators show a code with a space in the middle. */
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
          "must be the 6-digit code from your authenticator app",
          "doit être le code à 6 chiffres de votre application d'authentification",
        ),
      ),
  )
  .meta({ examples: ["287082"] });

export const recoveryCode = trimmed(40).meta({
  description: "One of the ten recovery codes. Each works once.",
  examples: ["7KQ4-0X2M-9ZB1-TR8D"],
});

/** The part of a sign-in that proves the second factor. */
export const secondProof = { totpCode: totpCode.optional(), recoveryCode: recoveryCode.optional() };

export const anyCode = trimmed(40).meta({
  description: "A code of the authenticator, or a recovery code",
  examples: ["287082"],
});

/** A pending setup. */
export const setup = z.object({
  secret: z.string().meta({ description: "Base32, for authenticators without a camera" }),
  otpauthUrl: z.string(),
  qrCode: z.string().meta({ description: "The `otpauthUrl` as a QR code: a `data:image/png` URL" }),
  expiresAt: z.iso.datetime().meta({ description: "10 minutes from now" }),
});

export const recoveryCodes = z
  .array(z.string())
  .length(10)
  .meta({ description: "Each code works once. The codes are returned only in this response." });

export const verified = z.object({
  success: z.literal(true),
  enabled: z.literal(true),
  recoveryCodes: recoveryCodes.optional(),
});

/** The maximum number of wrong codes of one source (`use` in `use.ts` describes them), within this many seconds. */
export const WRONG_CODES = 10;
export const WRONG_CODES_SECONDS = 900;

/** How long a sign-in waits for its second factor. */
export const HALFWAY_SECONDS = 300;
