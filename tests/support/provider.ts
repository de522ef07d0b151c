import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/**
 * An identity provider that can misbehave: Google's and GitHub's endpoints on one port. It follows the protocol (client
 * secret, redirect address, PKCE, single-use codes), except for violations that a test requests.
 */

type Claims = Record<string, unknown>;

/** A user's consent at the provider, and the provider's response to it. */
export interface Grant {
  readonly subject?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** Claims that replace those of a valid ID token; undefined removes a claim. */
  readonly claims?: Claims;
  readonly sign?: (claims: Claims) => Promise<string>;
  readonly noIdToken?: boolean;
  /** The status of the token response. */
  readonly status?: number;
}

interface Pending extends Grant {
  readonly challenge: string;
  readonly nonce: string | null;
  readonly redirectUri: string;
}

export const CLIENT_ID = "the-client";
export const CLIENT_SECRET = "the-client-secret-of-32-characters";

export async function startProvider() {
  const good = await generateKeyPair("RS256", { extractable: true });
  const elliptic = await generateKeyPair("ES256", { extractable: true });
  const stranger = await generateKeyPair("RS256", { extractable: true });
  const jwks = {
    keys: [
      { ...(await exportJWK(good.publicKey)), kid: "good", alg: "RS256", use: "sig" },
      { ...(await exportJWK(elliptic.publicKey)), kid: "elliptic", alg: "ES256", use: "sig" },
    ],
  };
  const pending = new Map<string, Pending>();
  const tokens = new Map<string, Grant>();
  const asked: string[] = [];
  let url = "";

  async function idToken({ subject = "subject-1", nonce, ...grant }: Pending): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all: Claims = {
      iss: url,
      aud: CLIENT_ID,
      sub: subject,
      email: grant.email,
      email_verified: grant.emailVerified ?? true,
      name: "Grace Hopper",
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
      ...grant.claims,
    };
    const claims = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    if (grant.sign) return grant.sign(claims);
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "good" }).sign(good.privateKey);
  }

  async function token(request: IncomingMessage): Promise<[number, unknown]> {
    const form = new URLSearchParams(await text(request));
    const code = form.get("code") ?? "";
    const grant = pending.get(code);
    pending.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const holds =
      grant &&
      form.get("client_id") === CLIENT_ID &&
      form.get("client_secret") === CLIENT_SECRET &&
      form.get("redirect_uri") === grant.redirectUri &&
      /^[\w.~-]{43,128}$/.test(verifier) &&
      createHash("sha256").update(verifier).digest("base64url") === grant.challenge;
    if (!holds) return [400, { error: "invalid_grant" }];
    if (grant.status !== undefined) return [grant.status, { error: "server_error" }];
    const access_token = randomBytes(16).toString("hex");
    tokens.set(access_token, grant);
    const id_token = grant.noIdToken ? undefined : await idToken(grant);
    return [200, { access_token, token_type: "bearer", id_token }];
  }

  function github(path: string, request: IncomingMessage): [number, unknown] {
    const grant = tokens.get((request.headers.authorization ?? "").replace("Bearer ", ""));
    if (!grant || !request.headers["user-agent"]) return [401, { message: "Bad credentials" }];
    const { subject = "1001", email = "grace@example.com", emailVerified = true } = grant;
    if (path === "/user")
      return [200, { id: Number(subject), login: "grace", name: null, email: "public@example.com" }];
    return [
      200,
      [
        { email: "other@example.com", primary: false, verified: true },
        { email, primary: true, verified: emailVerified },
      ],
    ];
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(path);
    switch (path) {
      case "/.well-known/openid-configuration":
        return [
          200,
          {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            jwks_uri: `${url}/jwks`,
            id_token_signing_alg_values_supported: ["RS256", "ES256", "HS256", "none"],
          },
        ];
      case "/jwks":
        return [200, jwks];
      case "/token":
        return token(request);
      case "/login/oauth/access_token": {
        const [status, body] = await token(request);
        // As GitHub does: an error has status 200, and no ID token exists.
        return [status === 400 ? 200 : status, { ...(body as object), id_token: undefined }];
      }
      case "/user":
      case "/user/emails":
        return github(path, request);
      default:
        return [404, {}];
    }
  }

  const server = createServer((request, response) => {
    answer(request).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** The requested paths, in order. */
    asked,
    keys: { good, elliptic, stranger },
    /** The platform's settings to use this provider. */
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: url,
      GITHUB_CLIENT_ID: CLIENT_ID,
      GITHUB_CLIENT_SECRET: CLIENT_SECRET,
      GITHUB_BASE_URL: url,
      GITHUB_API_URL: url,
    },
    /** Grants consent at the provider. @returns the parameters that the browser returns with */
    grantConsent(authorizationUrl: string, grant: Grant = {}): URLSearchParams {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomBytes(16).toString("hex");
      pending.set(code, {
        ...grant,
        challenge: searchParams.get("code_challenge") ?? "",
        nonce: searchParams.get("nonce"),
        redirectUri: searchParams.get("redirect_uri") ?? "",
      });
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type ProviderDouble = Awaited<ReturnType<typeof startProvider>>;

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
