import type { PersonActor } from "../../core/identity/actor.ts";
import type { AuthenticationResponse } from "../../core/identity/passkeys/schema.ts";
import { type GivenProof, prove } from "../../core/identity/proof/prove.ts";
import type { Client } from "../_chain/call.ts";

interface ProofCall {
  readonly actor: PersonActor;
  readonly body:
    | (Omit<GivenProof, "passkey"> & { readonly passkey?: AuthenticationResponse | undefined })
    | undefined;
  readonly client: Client;
}

/** Records a proof in the caller's session, from the body or from the headers that any request may have. */
export const proven = ({ actor, body, client }: ProofCall) => {
  const { method, path, rawBody, headers } = client;
  return prove(
    actor,
    { method, path, body: Buffer.from(rawBody) },
    {
      ...{ assertion: headers["x-biometric-assertion"], code: headers["x-2fa-code"], ...body },
      passkey: body?.passkey && { response: body.passkey, client },
    },
  );
};
