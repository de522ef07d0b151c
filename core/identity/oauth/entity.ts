import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

export const oauthFlow = entity({
  name: "OAuthFlow",
  about:
    "A pending sign-in at a provider, by the hash of its state: browser, provider, and the sealed PKCE verifier and nonce. Deleted on use.",
  pk: "SECRET#OAUTHFLOW#{stateHash}",
  sk: "FLOW",
  schema: z.object({
    provider: z.string(),
    codeVerifier: z.string(),
    nonce: z.string(),
    browserHash: z.string(),
    callbackUrl: z.string(),
    userId: z.string().optional(),
    /** The session that may link the account, because it had a recent proof. */
    linkSessionId: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { codeVerifier: "oauth-verifier:{stateHash}", nonce: "oauth-nonce:{stateHash}" },
  expires: "10 minutes after it began (attribute ttl)",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "the sign-in of a state": "GetItem pk, sk, then a conditional DeleteItem",
  },
});
