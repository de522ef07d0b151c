import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

export const oauthFlow = entity({
  name: "OAuthFlow",
  about:
    "A sign-in at a provider that has begun, under the hash of its state: browser, provider, and sealed the PKCE verifier and the nonce. Deleted when it is used.",
  pk: "SECRET#OAUTHFLOW#{stateHash}",
  sk: "FLOW",
  schema: z.object({
    provider: z.string(),
    codeVerifier: z.string(),
    nonce: z.string(),
    browserHash: z.string(),
    callbackUrl: z.string(),
    userId: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { codeVerifier: "oauth-verifier:{stateHash}", nonce: "oauth-nonce:{stateHash}" },
  expires: "10 minutes after it began (attribute ttl)",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "which sign-in does this state belong to": "GetItem pk, sk; used up by a conditional DeleteItem",
  },
});
