import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { encodeCBOR } from "@levischuck/tiny-cbor";

/**
 * An authenticator in software (Web Authentication, Level 3): creates an ES256 key and signs as a device does. Its responses
 * have the JSON form that browsers send.
 */

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** Parts of a response that a test makes wrong. */
interface Faults {
  readonly origin?: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest();

const FLAGS = { present: 0x01, verified: 0x04, synced: 0x08, backedUp: 0x10, attested: 0x40 };

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

export class SoftwarePasskey {
  readonly id = randomBytes(32).toString("base64url");
  readonly #origin: string;
  readonly #isSynced: boolean;
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** The number of signatures. A synced passkey does not count. */
  counter = 0;
  #userHandle = "";

  /** @param origin of the site or app @param isSynced whether it is copied between devices, and so has no counter */
  constructor(origin: string, { isSynced = false } = {}) {
    this.#origin = origin;
    this.#isSynced = isSynced;
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  create({ challenge, rp, user }: CreationOptions, faults: Faults = {}) {
    this.#userHandle = user.id;
    const credentialId = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(credentialId.length),
      credentialId,
      this.#coseKey(),
    ]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, faults, FLAGS.attested), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    const attestationObject = encodeCBOR(attestation as Parameters<typeof encodeCBOR>[0]);
    return {
      ...{ id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} },
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, faults).toString("base64url"),
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, faults: Faults = {}) {
    const clientData = this.#clientData("webauthn.get", challenge, faults);
    if (!this.#isSynced) this.counter++;
    const authenticatorData = this.#authenticatorData(rpId, faults);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...{ id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, this.#key.privateKey).toString("base64url"),
        userHandle: faults.userHandle ?? this.#userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin } = faults;
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(rpId: string, faults: Faults, more = 0): Buffer {
    const { isVerified = true } = faults;
    const synced = this.#isSynced ? FLAGS.synced | FLAGS.backedUp : 0;
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | synced | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#isSynced ? 0 : this.counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  /** Returns the public key in COSE (RFC 9052): EC2, ES256, P-256. */
  #coseKey(): Uint8Array {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    return encodeCBOR(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
  }
}
