import { calculateJwkThumbprint } from "jose";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { MobileActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { type BiometricKey, deviceKey, session } from "../entity.ts";
import { BiometricsChanged, DeviceNotFound, InvalidAttestation, SessionEnded } from "../errors.ts";
import { biometricsOn } from "../events.ts";
import { headerKey, open } from "./jws.ts";
import type { Enrolment } from "./schema.ts";

/** Biometrics: the owner's face or fingerprint unlocks a private key of the device. The platform stores the public key. */

/**
 * Registers the key of the actor's device. A repeated call with the same key changes nothing.
 * @param confirm requires a recent proof, by the replaced key if there is one. Otherwise a stolen token would be enough to
 *   register a key
 * @throws DEVICE_NOT_FOUND for another device than the actor's, INVALID_BIOMETRIC_TOKEN, BIOMETRICS_CHANGED, SESSION_ENDED,
 *   and the errors of `confirm`
 */
export async function register(
  actor: MobileActor,
  { deviceId, biometricType, biometricToken }: Enrolment,
  confirm: () => Promise<void>,
): Promise<void> {
  if (deviceId !== actor.deviceId)
    throw fail(DeviceNotFound, {
      message: text(
        "Register the key from the device itself.",
        "Enregistrez la clé depuis l'appareil lui-même.",
      ),
    });
  const { userId, sessionId, securityStamp } = actor;
  const key = await verifyProof(biometricToken, actor);
  if (!key) throw fail(InvalidAttestation);
  const former = (await DeviceKeys.find(actor))?.keyId;
  if (former === key.keyId) return;
  await confirm();
  const biometric: BiometricKey = { ...key, biometricType, registeredAt: Clock.nowIso() };
  await Table.commit([
    {
      check: session.key(actor),
      where: Where.is({ securityStamp, deviceId }),
      onConditionFailed: SessionEnded,
    },
    {
      put: deviceKey.item({ userId, deviceId, securityStamp, biometric }),
      // A key with a former stamp is invalid and may be replaced.
      where:
        former === undefined
          ? Where.any(Where.absent, Where.isNot("securityStamp", securityStamp))
          : Where.is({ securityStamp, "biometric.keyId": former }),
      onConditionFailed: BiometricsChanged,
    },
    Outbox.write(biometricsOn, { userId, sessionId }),
  ]);
}

/** The maximum age of a proof, and the maximum difference of the device's clock. */
const MAX_AGE_SECONDS = 300;

const claims = z.object({ deviceId: z.string(), sub: z.string(), iat: z.number() });

/**
 * Verifies a proof and returns its public key. A proof is a compact JWS signed by that key, with the key as `jwk` in the protected
 * header, and user, device and time in the payload. It does not prove that the app is unmodified, unlike Apple's App Attest and
 * Google's Play Integrity.
 * @returns undefined if the proof is invalid
 */
async function verifyProof(
  token: string,
  { userId, deviceId }: MobileActor,
): Promise<Pick<BiometricKey, "keyId" | "alg" | "jwk"> | undefined> {
  const key = headerKey(token);
  const proof = key && claims.safeParse(await open(token, key)).data;
  if (!key || !proof) return undefined;
  const isRecent = Math.abs(Clock.nowSeconds() - proof.iat) <= MAX_AGE_SECONDS;
  if (!isRecent || proof.sub !== userId || proof.deviceId.toLowerCase() !== deviceId) return undefined;
  return { ...key, keyId: await calculateJwkThumbprint(key.jwk) };
}
