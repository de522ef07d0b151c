import { calculateJwkThumbprint } from "jose";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import type { BiometricKey } from "../entity.ts";
import { headerKey, open } from "./jws.ts";

/** What proves that a key is a device's: the port, and the proof by the key itself, which is its default. */

/** Whose device is said to hold the key. */
export interface Claimed {
  readonly userId: string;
  readonly deviceId: string;
}

export type AttestedKey = Pick<BiometricKey, "keyId" | "alg" | "jwk">;

/**
 * Verifies an attestation: the device's key, or undefined where the proof does not hold. Apple's App Attest
 * and Google's Play Integrity prove beside this that an unchanged app of ours asks: each is one more of these.
 */
export type Attestation = (token: string, claimed: Claimed) => Promise<AttestedKey | undefined>;

/** How old a proof may be, and how far ahead of our clock. */
const WINDOW_SECONDS = 300;

const claims = z.object({ deviceId: z.string(), sub: z.string(), iat: z.number() });

/**
 * The proof by the key itself: a compact JWS whose protected header has the public key as `jwk`, and whose
 * payload says whose device made it, and when.
 */
export const bySignature: Attestation = async (token, { userId, deviceId }) => {
  const key = headerKey(token);
  const said = key && claims.safeParse(await open(token, key)).data;
  if (!key || !said) return undefined;
  const isFresh = Math.abs(Clock.nowSeconds() - said.iat) <= WINDOW_SECONDS;
  if (!isFresh || said.sub !== userId || said.deviceId.toLowerCase() !== deviceId) return undefined;
  return { ...key, keyId: await calculateJwkThumbprint(key.jwk) };
};
