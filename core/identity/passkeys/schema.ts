import * as z from "zod";
import { NO_CONTROL, trimmed } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";

/** The purposes of a challenge. */
export const purposes = ["registration", "sign-in", "proof"] as const;

/** The lifetime of a challenge. */
export const CHALLENGE_SECONDS = 300;

export const passkeyName = trimmed(60)
  .regex(
    NO_CONTROL,
    rule("must not contain control characters", "ne doit pas contenir de caractères de contrôle"),
  )
  .meta({ description: "The user's name for it", examples: ["Work laptop"] });

const base64url = (most: number) => z.base64url().min(1).max(most);

const clientDataJSON = base64url(4096).meta({
  examples: [Buffer.from('{"type":"webauthn.get"}').toString("base64url")],
});

/** A credential id has 1,023 bytes at most. */
const credentialId = base64url(1364).meta({ examples: ["AQIDBAUGBwg"] });

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
};

/** `RegistrationResponseJSON` of Web Authentication, Level 3. Other members are ignored. */
export const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(16_384).meta({ examples: ["o2NmbXQ"] }),
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  })
  .meta({
    id: "PasskeyRegistration",
    description: "`RegistrationResponseJSON` of Web Authentication, Level 3. Other members are ignored.",
  });
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** `AuthenticationResponseJSON` of Web Authentication, Level 3. Other members are ignored. */
export const authenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON,
      authenticatorData: base64url(4096).meta({ examples: ["SZYN5YgOjGh0"] }),
      signature: base64url(8192).meta({ examples: ["MEUCIQ"] }),
      userHandle: base64url(88)
        .optional()
        .meta({ examples: ["dXNyXzAx"] }),
    }),
  })
  .meta({
    id: "PasskeyAssertion",
    description: "`AuthenticationResponseJSON` of Web Authentication, Level 3. Other members are ignored.",
  });
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

const descriptors = z.array(
  z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }),
);

/** The options that an app passes to the system to create a passkey. */
export const creationOptions = z
  .looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    timeout: z.int(),
    excludeCredentials: descriptors,
  })
  .meta({
    id: "PasskeyCreationOptions",
    description: "`PublicKeyCredentialCreationOptionsJSON` of Web Authentication, Level 3",
  });

/** The options that an app passes to the system to use a passkey. */
export const requestOptions = z
  .looseObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: descriptors.optional(),
    userVerification: z.literal("required"),
  })
  .meta({
    id: "PasskeyRequestOptions",
    description: "`PublicKeyCredentialRequestOptionsJSON` of Web Authentication, Level 3",
  });

/** A passkey, as shown to its owner. */
export const ownPasskey = z
  .object({
    id: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe("Whether a provider, such as iCloud Keychain, copies it to other devices"),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });
export type OwnPasskey = Readonly<z.output<typeof ownPasskey>>;
