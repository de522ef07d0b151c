import type * as SecondFactor from "../../core/identity/second-factor/index.ts";
import * as Qr from "../../core/platform/qr.ts";

/** What responses show of a second factor that is being set up: only these functions draw pictures. */
export const setup = async ({ secret, otpauthUrl, expiresAt }: SecondFactor.Setup) => ({
  secret,
  otpauthUrl,
  qrCode: await Qr.pngUrl(otpauthUrl),
  expiresAt,
});
