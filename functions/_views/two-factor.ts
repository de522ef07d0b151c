import type * as SecondFactor from "../../core/identity/second-factor/index.ts";
import * as Qr from "../../core/platform/qr.ts";

/** What responses show of a second factor. */

export const setup = async ({ secret, otpauthUrl, expiresAt }: SecondFactor.Setup) => ({
  secret,
  otpauthUrl,
  qrCode: await Qr.pngUrl(otpauthUrl),
  expiresAt,
});

export const verified = ({ recoveryCodes }: { readonly recoveryCodes?: readonly string[] }) => ({
  success: true as const,
  enabled: true as const,
  ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }),
});
