import * as z from "zod";

/** How a device recognizes its owner (spec 1, section 4.2, `POST /auth/biometric`). */
export const biometricTypes = ["face_id", "touch_id", "fingerprint"] as const;

/** The public key that a device confirms with, as it is kept: see `device-keys.ts`. */
export const biometricKey = z.object({
  /** Its thumbprint (RFC 7638): the same key has the same. */
  keyId: z.string(),
  alg: z.enum(["ES256", "RS256", "EdDSA"]),
  /** The public members alone. */
  jwk: z.record(z.string(), z.string()),
  biometricType: z.enum(biometricTypes),
  registeredAt: z.string(),
});
export type BiometricKey = z.output<typeof biometricKey>;
