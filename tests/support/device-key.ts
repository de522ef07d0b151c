import { createHash, randomUUID } from "node:crypto";
import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { App } from "./app.ts";
import type { Answer } from "./platform.ts";

/** What signs: a private key, or what somebody takes for one. */
type Signer = Parameters<CompactSign["sign"]>[0];

export const compact = (
  payload: object,
  header: { readonly alg: string; readonly jwk?: JWK },
  signer: Signer,
) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader(header).sign(signer);

/** The key of a device that its owner's finger unlocks. */
export class DeviceKey {
  readonly jwk: JWK;
  readonly alg: string;
  readonly signer: CryptoKey;

  private constructor(alg: string, jwk: JWK, signer: CryptoKey) {
    this.alg = alg;
    this.jwk = jwk;
    this.signer = signer;
  }

  static async create(alg = "ES256", modulusLength = 2048): Promise<DeviceKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength });
    return new DeviceKey(alg, await exportJWK(publicKey), privateKey);
  }

  /** What registers it. */
  token(claims: object, header: Partial<{ alg: string; jwk: JWK }> = {}): Promise<string> {
    return compact(
      { iat: Clock.nowSeconds(), ...claims },
      { alg: this.alg, jwk: this.jwk, ...header },
      this.signer,
    );
  }

  /** What confirms a request. @param body as it is sent where it is text, else what is sent as JSON */
  assertion(method: string, path: string, body?: unknown, more: object = {}): Promise<string> {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const bodySha256 = createHash("sha256").update(text).digest("hex");
    const claims = { method, path: `/api/v1/mobile${path}`, bodySha256, iat: Clock.nowSeconds() };
    return compact({ ...claims, jti: randomUUID(), ...more }, { alg: this.alg }, this.signer);
  }
}

interface Registered {
  readonly biometricEnabled?: boolean;
  readonly error?: string;
  readonly details?: { readonly methods: readonly string[]; readonly reason: string };
}

/** Registers a key for an app's device. @param given what is sent instead of the honest */
export async function register(
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
