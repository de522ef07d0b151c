import { freePort } from "@svc/local-aws/dynamodb/process";

/** Doubles of the identity providers GitHub (OAuth 2.0) and Google (OpenID Connect), with demo users. */

export interface Providers {
  readonly githubUrl: string;
  readonly googleUrl: string;
  stop(): Promise<void>;
}

export interface ProviderClients {
  readonly publicUrl: string;
  readonly githubSecret: string;
  readonly googleSecret: string;
}

export const GITHUB_CLIENT_ID = "svc-local-github";
export const GOOGLE_CLIENT_ID = "svc-local.apps.googleusercontent.com";

export const demoPeople = {
  github: [
    { login: "grace", name: "Grace Hopper", email: "grace@github.example" },
    { login: "linus", name: "Linus Pauling", email: "linus@github.example" },
  ],
  google: [
    { email: "katherine@google.example", name: "Katherine Johnson", email_verified: true },
    { email: "alan@google.example", name: "Alan Turing", email_verified: true },
  ],
} as const;

/** Starts both on free ports of loopback. */
export async function startProviders(clients: ProviderClients): Promise<Providers> {
  // Ports are chosen as late as possible, because another process could take them.
  const { createEmulator } = await import("emulate");
  const [githubPort, googlePort] = await Promise.all([freePort(), freePort()]);
  const callback = (provider: string) => [`${clients.publicUrl}/api/auth/callback/${provider}`];
  const [github, google] = await Promise.all([
    createEmulator({
      service: "github",
      port: githubPort,
      hostname: "127.0.0.1",
      seed: {
        github: {
          users: demoPeople.github,
          oauth_apps: [
            {
              client_id: GITHUB_CLIENT_ID,
              client_secret: clients.githubSecret,
              name: "svc",
              redirect_uris: callback("github"),
            },
          ],
        },
      },
    }),
    createEmulator({
      service: "google",
      port: googlePort,
      hostname: "127.0.0.1",
      seed: {
        google: {
          users: demoPeople.google,
          oauth_clients: [
            {
              client_id: GOOGLE_CLIENT_ID,
              client_secret: clients.googleSecret,
              name: "svc",
              redirect_uris: callback("google"),
            },
          ],
        },
      },
    }),
  ]);
  return {
    githubUrl: github.url,
    googleUrl: google.url,
    async stop() {
      await Promise.all([github.close(), google.close()]);
    },
  };
}
