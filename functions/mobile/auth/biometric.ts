import { biometric } from "../../../contract/mobile/auth.ts";
import * as Biometrics from "../../../core/identity/devices/biometrics.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(biometric, async ({ actor, body, confirm, reader }) => {
  await Biometrics.register(actor, body, confirm);
  return { ...done(reader, "biometricsOn"), biometricEnabled: true as const };
});
