import { createHash, randomUUID } from "node:crypto";
import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { App } from "./app.ts";
import type { Answer } from "./platform.ts";

/** A private key, or another key that a test passes off as one. */
type Signer = Parameters<CompactSign["sign"]>[0];

export const signCompact = (
  payload: object,
  header: { readonly alg: string; readonly jwk?: JWK },
  signer: Signer,
) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader(header).sign(signer);

/** A device's key, unlocked by its user's fingerprint. */
export class DeviceKey {
  readonly jwk: JWK;
  readonly alg: string;
  readonly signer: CryptoKey;

  private constructor(alg: string, jwk: JWK, signer: CryptoKey) {
    this.alg = alg;
    this.jwk = jwk;
    this.signer = signer;
  }

  static async create(alg = "ES256", modulusLength = 3072): Promise<DeviceKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength });
    return new DeviceKey(alg, await exportJWK(publicKey), privateKey);
  }

  /** Returns the token that registers the key. */
  token(claims: object, header: Partial<{ alg: string; jwk: JWK }> = {}): Promise<string> {
    return signCompact(
      { iat: Clock.nowSeconds(), ...claims },
      { alg: this.alg, jwk: this.jwk, ...header },
      this.signer,
    );
  }

  /** Returns the assertion that confirms a request. @param body text as sent; any other value as JSON */
  assertion(method: string, path: string, body?: unknown, more: object = {}): Promise<string> {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const bodySha256 = createHash("sha256").update(text).digest("hex");
    const claims = { method, path: `/api/v1/mobile${path}`, bodySha256, iat: Clock.nowSeconds() };
    return signCompact({ ...claims, jti: randomUUID(), ...more }, { alg: this.alg }, this.signer);
  }
}

interface Registered {
  readonly biometricEnabled?: boolean;
  readonly error?: string;
  readonly details?: { readonly methods: readonly string[]; readonly reason: string };
}

/** Registers a device key for the app's device. @param given replacements for the valid body or headers */
export async function registerDeviceKey(
  app: App,
  userId: string,
  key: DeviceKey,
  given: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<Registered>> {
  const { deviceId } = app;
  const biometricToken = await key.token({ deviceId, sub: userId });
  const body = { deviceId, biometricType: "face_id", biometricToken, ...given.body };
  return app.call("POST", "/auth/biometric", { body, ...(given.headers && { headers: given.headers }) });
}
