import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { MobileActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { type BiometricKey, deviceKey, session } from "../entity.ts";
import { BiometricsChanged, DeviceNotFound, InvalidAttestation, SessionEnded } from "../errors.ts";
import { biometricsOn } from "../events.ts";
import { type Attestation, bySignature } from "./attestation.ts";

/**
 * Biometrics: a device keeps a key that its owner's face or finger unlocks, and we keep the public half: `device-keys.ts`
 * says how long.
 */

export interface Enrolment {
  readonly deviceId: string;
  readonly biometricType: BiometricKey["biometricType"];
  readonly biometricToken: string;
}

/** Whether the device that the actor calls from confirms by a key. */
export const areOn = async (actor: MobileActor): Promise<boolean> =>
  (await DeviceKeys.of(actor)) !== undefined;

/**
 * Registers the key of the device that the actor calls from. The same key again changes nothing.
 * @param confirm asks for a confirmation by what there is: by the key whose place another takes, and before a
 *   first one by the second factor, or else whoever has a token alone would make the key to confirm with
 * @throws DEVICE_NOT_FOUND for any other device, INVALID_BIOMETRIC_TOKEN, BIOMETRICS_CHANGED, and what `confirm`
 *   throws
 */
export async function register(
  actor: MobileActor,
  { deviceId, biometricType, biometricToken }: Enrolment,
  confirm: () => Promise<void>,
  attest: Attestation = bySignature,
): Promise<void> {
  if (deviceId !== actor.deviceId) throw fail(DeviceNotFound);
  const { userId, sessionId, securityStamp } = actor;
  const key = await attest(biometricToken, { userId, deviceId });
  if (!key) throw fail(InvalidAttestation);
  const former = (await DeviceKeys.of(actor))?.keyId;
  if (former === key.keyId) return;
  if (former !== undefined || actor.means.secondFactor) await confirm();
  const biometric: BiometricKey = { ...key, biometricType, registeredAt: Clock.nowIso() };
  await Table.commit([
    {
      check: session.key(actor),
      where: Where.is({ securityStamp, deviceId }),
      onConditionFailed: SessionEnded,
    },
    {
      put: deviceKey.item({ userId, deviceId, securityStamp, biometric }),
      // A key of a former stamp is dead, and no hindrance.
      where:
        former === undefined
          ? Where.any(Where.absent, Where.isNot("securityStamp", securityStamp))
          : Where.is({ securityStamp, "biometric.keyId": former }),
      onConditionFailed: BiometricsChanged,
    },
    Outbox.write(biometricsOn, { userId, sessionId }),
  ]);
}
