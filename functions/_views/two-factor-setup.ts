import type * as SecondFactor from "../../core/identity/second-factor/index.ts";
import * as Qr from "../../core/platform/qr.ts";

/** Makes the view of a second factor during its setup. Separate, because it bundles the QR encoder. */
export const setup = async ({ secret, otpauthUrl, expiresAt }: SecondFactor.Setup) => ({
  secret,
  otpauthUrl,
  qrCode: await Qr.pngUrl(otpauthUrl),
  expiresAt,
});
