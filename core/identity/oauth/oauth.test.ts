import { createHash } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outboxPayloads } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { noEndings } from "../../../tests/support/identity.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type Grant,
  type ProviderDouble,
  startProvider,
} from "../../../tests/support/provider.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Accounts from "../accounts.ts";
import { userProfile } from "../entity.ts";
import { providerLinked, signedInFromNewClient } from "../events.ts";
import * as Sessions from "../sessions.ts";
import * as Tokens from "../tokens.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import * as OAuth from "./index.ts";
import type { Provider } from "./providers.ts";
import * as Providers from "./providers.ts";

/** Sign-in with a fake provider that obeys the rules, except those that a test breaks. */

withDatabase();

const client = { ip: "127.0.0.1", userAgent: "test" };
const PUBLIC_URL = "https://svc.example";
let double: ProviderDouble;
let count = 0;

beforeAll(async () => {
  double = await startProvider();
  Object.assign(process.env, {
    JWT_SECRET: Ids.secret(),
    SEALING_SECRET: Ids.secret(),
    PUBLIC_URL,
    ...double.env,
  });
});
afterAll(() => double.stop());

function provider(id: string): Provider {
  const found = Providers.find(id);
  if (!found) throw new Error(`${id} is not configured`);
  return found;
}

/** A session with a recent proof. */
const confirmed = async () => undefined;

/** Returns a new user, so that tests are independent. */
const newPerson = () => {
  count++;
  return { subject: String(5000 + count), email: `person-${count}@example.com` };
};

async function begin(id = "google", callbackUrl = "/dashboard", actor?: Awaited<ReturnType<typeof actorOf>>) {
  const browser = Ids.secret();
  const begun = await OAuth.begin(provider(id), browser, callbackUrl, actor, confirmed);
  if ("error" in begun) throw new Error(begun.error);
  return { browser, url: begun.url };
}

const finish = (
  answer: URLSearchParams,
  browser: string | undefined,
  { id = "google", actor, from = client }: Partial<Coming> = {},
) => OAuth.finish(provider(id), { browser, answer, actor, client: from, handOverWrites: noEndings });

interface Coming {
  readonly id: string;
  readonly actor: Awaited<ReturnType<typeof actorOf>>;
  readonly from: Sessions.Client;
}

/** Performs a complete sign-in. */
async function signIn(grant: Grant, id = "google", from = client) {
  const { browser, url } = await begin(id);
  return finish(double.grantConsent(url, grant), browser, { id, from });
}

const userOf = (finished: OAuth.Finished): User => {
  if (!("user" in finished)) throw new Error("error" in finished ? finished.error : "half-way");
  return finished.user;
};

async function actorOf({ userId }: User) {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("no user");
  const amr = ["provider"] as const;
  const { accessToken } = await Sessions.start({ ...user, amr }, client);
  const claims = await Tokens.verify(Tokens.webAccess, accessToken);
  const actor = claims && Sessions.actorFrom(claims, await Table.getMany(Sessions.keysFor(claims)));
  if (actor?.channel !== "web") throw new Error("no session");
  return actor;
}

const failsWith = (error: string, callbackUrl = "/dashboard") => ({ error, callbackUrl });

describe("the start of a sign-in", () => {
  test("requests a code with state, PKCE S256 and, for OpenID Connect, a nonce", async () => {
    const { searchParams } = new URL((await begin()).url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${PUBLIC_URL}/api/auth/callback/google`,
    });
    const github = new URL((await begin("github")).url).searchParams;
    expect(github.get("code_challenge_method")).toBe("S256");
    expect(github.get("nonce")).toBeNull();
    expect(github.get("redirect_uri")).toBe(`${PUBLIC_URL}/api/auth/callback/github`);
  });

  test("generates a new state each time, and stores only its hash", async () => {
    const states = await Promise.all(
      [1, 2, 3].map(async () => new URL((await begin()).url).searchParams.get("state") ?? ""),
    );
    expect(new Set(states).size).toBe(3);
    const items = await Array.fromAsync(Table.scan());
    const text = JSON.stringify(items, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const state of states) {
      expect(text).not.toContain(state);
      expect(text).toContain(createHash("sha256").update(state).digest("hex"));
    }
  });

  test("returns a named failure if the provider does not respond", async () => {
    const before = process.env["GOOGLE_ISSUER"];
    process.env["GOOGLE_ISSUER"] = "http://127.0.0.1:9";
    expect(await OAuth.begin(provider("google"), Ids.secret(), "/", undefined, confirmed)).toEqual({
      error: "OAuthSignin",
    });
    process.env["GOOGLE_ISSUER"] = before;
  });

  test("fails if the provider is another machine at a plain http address", async () => {
    const before = process.env["GOOGLE_ISSUER"];
    process.env["GOOGLE_ISSUER"] = "http://accounts.example.com";
    expect(await OAuth.begin(provider("google"), Ids.secret(), "/", undefined, confirmed)).toEqual({
      error: "OAuthSignin",
    });
    process.env["GOOGLE_ISSUER"] = before;
  });

  test("is possible only at a provider whose client is configured", () => {
    const before = process.env["GITHUB_CLIENT_ID"];
    process.env["GITHUB_CLIENT_ID"] = "";
    expect(Providers.list().map(({ id }) => id)).toEqual(["google"]);
    expect(Providers.find("github")).toBeUndefined();
    process.env["GITHUB_CLIENT_ID"] = before;
  });
});

describe("a state", () => {
  test("completes one sign-in, also under parallel responses", async () => {
    const { browser, url } = await begin();
    const who = newPerson();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => finish(double.grantConsent(url, who), browser)),
    );
    expect(answers.filter((one) => "session" in one)).toHaveLength(1);
    expect(await finish(double.grantConsent(url, who), browser)).toMatchObject({ error: "OAuthCallback" });
  });

  test.each([
    ["missing", (answer: URLSearchParams) => answer.delete("state")],
    ["unknown", (answer: URLSearchParams) => answer.set("state", Ids.secret())],
    ["empty", (answer: URLSearchParams) => answer.set("state", "")],
  ])("that is %s completes no sign-in", async (_, change) => {
    const { browser, url } = await begin();
    const answer = double.grantConsent(url, newPerson());
    change(answer);
    expect(await finish(answer, browser)).toEqual(failsWith("OAuthCallback", "/"));
  });

  test("of another browser is rejected, and stays valid for its own browser", async () => {
    const { browser, url } = await begin();
    const who = newPerson();
    const answer = double.grantConsent(url, who);
    for (const other of [undefined, Ids.secret(), (await begin()).browser])
      expect(await finish(answer, other)).toEqual(failsWith("OAuthCallback", "/"));
    expect(userOf(await finish(answer, browser)).email).toBe(who.email);
  });

  test("of one provider is rejected at the callback of another provider", async () => {
    const { browser, url } = await begin("google");
    expect(await finish(double.grantConsent(url), browser, { id: "github" })).toEqual(
      failsWith("OAuthCallback", "/"),
    );
  });

  test("expires after 10 minutes", async () => {
    const { browser, url } = await begin();
    const before = Clock.offset();
    Clock.setOffset(before + 601_000);
    expect(await finish(double.grantConsent(url, newPerson()), browser)).toEqual(
      failsWith("OAuthCallback", "/"),
    );
    Clock.setOffset(before);
  });
});

describe("a provider's response", () => {
  test("with error=access_denied ends the sign-in without a session", async () => {
    const { browser, url } = await begin();
    const state = new URL(url).searchParams.get("state") ?? "";
    const answer = new URLSearchParams({ error: "access_denied", state });
    expect(await finish(answer, browser)).toEqual(failsWith("AccessDenied"));
    expect(await finish(double.grantConsent(url, newPerson()), browser)).toMatchObject({
      error: "OAuthCallback",
    });
  });

  test.each(["server_error", "temporarily_unavailable", "<script>"])(
    "with error=%s ends the sign-in without a session",
    async (error) => {
      const { browser, url } = await begin();
      const state = new URL(url).searchParams.get("state") ?? "";
      expect(await finish(new URLSearchParams({ error, state }), browser)).toEqual(
        failsWith("OAuthCallback"),
      );
    },
  );

  test("is rejected without a code, or with a used code", async () => {
    const first = await begin();
    const answer = double.grantConsent(first.url, newPerson());
    const code = answer.get("code") ?? "";
    expect(await finish(answer, first.browser)).toHaveProperty("session");
    const second = await begin();
    const state = new URL(second.url).searchParams.get("state") ?? "";
    expect(await finish(new URLSearchParams({ code, state }), second.browser)).toEqual(
      failsWith("OAuthCallback"),
    );
    const third = await begin();
    const bare = new URLSearchParams({ state: new URL(third.url).searchParams.get("state") ?? "" });
    expect(await finish(bare, third.browser)).toEqual(failsWith("OAuthCallback"));
  });

  test("fails PKCE with a code that was injected from another sign-in", async () => {
    const mine = await begin();
    const theirs = double.grantConsent((await begin()).url, newPerson());
    const state = new URL(mine.url).searchParams.get("state") ?? "";
    const answer = new URLSearchParams({ code: theirs.get("code") ?? "", state });
    expect(await finish(answer, mine.browser)).toEqual(failsWith("OAuthCallback"));
  });

  test.each(["google", "github"])(
    "of %s is rejected with another issuer than the requested one (RFC 9207)",
    async (id) => {
      const issuer = id === "google" ? double.url : `${double.url}/login/oauth`;
      for (const [iss, ok] of [
        [issuer, true],
        ["https://honest.example", false],
        [`${issuer}/`, false],
      ] as const) {
        const { browser, url } = await begin(id);
        const answer = double.grantConsent(url, newPerson());
        answer.set("iss", iss);
        const finished = await finish(answer, browser, { id });
        expect(finished).toMatchObject(ok ? { callbackUrl: "/dashboard" } : { error: "OAuthCallback" });
        expect("session" in finished).toBe(ok);
      }
    },
  );

  test("from a failing provider ends the sign-in with a named failure", async () => {
    expect(await signIn({ ...newPerson(), status: 500 })).toEqual(failsWith("OAuthCallback"));
    expect(await signIn({ ...newPerson(), status: 500 }, "github")).toEqual(failsWith("OAuthCallback"));
    expect(await signIn({ ...newPerson(), subject: "no number" }, "github")).toEqual(
      failsWith("OAuthCallback"),
    );
  });
});

describe("an ID token", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const signed = (alg: string, kid: string, key: "good" | "elliptic" | "stranger") => (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(double.keys[key].privateKey);

  test("that is valid signs the user in", async () => {
    const who = newPerson();
    const finished = await signIn(who);
    expect(userOf(finished)).toMatchObject({ email: who.email, name: "Grace Hopper", role: "PARTICULIER" });
    expect(finished.callbackUrl).toBe("/dashboard");
  });

  test("provides the name if it satisfies the rules of registration, otherwise the address is used", async () => {
    const who = newPerson();
    const linked = await signIn({ ...who, claims: { name: "Win at https://evil.example" } });
    expect(userOf(linked).name).toBe(who.email);
    const turned = await signIn({ ...newPerson(), claims: { name: "Grace\u202e Hopper" } });
    expect(userOf(turned).name).toBe("Grace Hopper");
  });

  const wrong: Record<string, () => Grant> = {
    "with another nonce": () => ({ claims: { nonce: "another" } }),
    "without a nonce": () => ({ claims: { nonce: undefined } }),
    "of another issuer": () => ({ claims: { iss: "https://accounts.example.com" } }),
    "without an issuer": () => ({ claims: { iss: undefined } }),
    "for another client": () => ({ claims: { aud: "another-client" } }),
    "for us and another client, issued to the other": () => ({
      claims: { aud: [CLIENT_ID, "another-client"], azp: "another-client" },
    }),
    "for us and another client, without an authorized party": () => ({
      claims: { aud: [CLIENT_ID, "another-client"] },
    }),
    "for us, issued to another": () => ({ claims: { azp: "another-client" } }),
    "that has expired": () => ({ claims: { iat: now() - 600, exp: now() - 60 } }),
    "that never expires": () => ({ claims: { exp: undefined } }),
    "that is not valid yet": () => ({ claims: { nbf: now() + 600 } }),
    "without a subject": () => ({ claims: { sub: undefined } }),
    "whose e-mail is no text": () => ({ claims: { email: 42 } }),
    "with alg none": () => ({ sign: async (claims) => new UnsecuredJWT(claims).encode() }),
    "with HS256 and the client secret": () => ({
      sign: (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid: "good" })
          .sign(new TextEncoder().encode(CLIENT_SECRET)),
    }),
    "with another algorithm than RS256, by a published key": () => ({
      sign: signed("ES256", "elliptic", "elliptic"),
    }),
    "by a key that is not published": () => ({ sign: signed("RS256", "unknown", "stranger") }),
    "by an unpublished key under the id of a published one": () => ({
      sign: signed("RS256", "good", "stranger"),
    }),
    "that is missing": () => ({ noIdToken: true }),
    "that is not a JWT": () => ({ sign: async () => "no.jwt" }),
  };
  test.each(Object.entries(wrong))("%s is rejected", async (_, grant) => {
    const who = newPerson();
    expect(await signIn({ ...who, ...grant() })).toEqual(failsWith("OAuthCallback"));
    expect(await Users.fromEmail(who.email)).toBeUndefined();
  });
});

describe("an account", () => {
  test("is identified by the provider's subject, also after a change of the e-mail address", async () => {
    const who = newPerson();
    const first = userOf(await signIn(who));
    const moved = newPerson();
    const again = userOf(await signIn({ subject: who.subject, email: moved.email, emailVerified: false }));
    expect(again.userId).toBe(first.userId);
    expect(again.email).toBe(who.email);
  });

  test.each(["google", "github"])("is not opened by an unverified e-mail address at %s", async (id) => {
    const who = newPerson();
    await Users.register(
      { name: "Ada", email: who.email, password: "Lovelace!1843" },
      { emailVerified: true },
    );
    expect(await signIn({ ...who, emailVerified: false }, id)).toEqual(failsWith("OAuthAccountNotLinked"));
    const stranger = newPerson();
    expect(await signIn({ ...stranger, emailVerified: false }, id)).toEqual(
      failsWith("OAuthAccountNotLinked"),
    );
    expect(await Users.fromEmail(stranger.email)).toBeUndefined();
  });

  test("is linked by an e-mail address that both sides have verified, and its password stays valid", async () => {
    const who = newPerson();
    const user = await Users.register(
      { name: "Ada", email: who.email, password: "Lovelace!1843" },
      { emailVerified: true },
    );
    expect(userOf(await signIn(who)).userId).toBe(user.userId);
    expect(userOf(await signIn(who, "github")).accounts.map((one) => one.provider)).toEqual([
      "google",
      "github",
    ]);
    expect((await Users.authenticate(who.email, "Lovelace!1843", client.ip)).userId).toBe(user.userId);
  });

  test("is handed over to the user who proves its address, and loses the password of its former owner", async () => {
    const who = newPerson();
    const squatter = await Users.register({ name: "Eve", email: who.email, password: "Squatter!123" });
    expect(userOf(await signIn(who)).userId).toBe(squatter.userId);
    await expect(Users.authenticate(who.email, "Squatter!123", client.ip)).rejects.toThrow("incorrect");
  });

  test("of GitHub has the primary address instead of the public one", async () => {
    const who = newPerson();
    expect(userOf(await signIn(who, "github")).email).toBe(who.email);
  });

  test("notifies its owner of a sign-in from an unknown IP address, but not of the first sign-in", async () => {
    const one = newPerson();
    const { userId } = userOf(await signIn(one));
    const elsewhere = { ...client, ip: "192.0.2.44" };
    for (const from of [client, elsewhere, elsewhere]) await signIn(one, "google", from);
    const events = (await outboxPayloads(signedInFromNewClient.type)).filter(
      (event) => event["userId"] === userId,
    );
    expect(events).toEqual([{ userId, ip: elsewhere.ip }]);
  });

  describe("whose address a thief controls", () => {
    /** Returns the methods of the session that a sign-in has started. */
    const methodsOf = async (finished: OAuth.Finished) => {
      if (!("session" in finished)) throw new Error("no session");
      const claims = await Tokens.verify(Tokens.webAccess, finished.session.accessToken);
      const actor = claims && Sessions.actorFrom(claims, await Table.getMany(Sessions.keysFor(claims)));
      return actor?.channel === "web" ? { actor, methods: actor.authentication.methods } : undefined;
    };

    test("is not proven for a day by another provider account with this address, of which its owner is notified", async () => {
      const who = newPerson();
      const { userId } = userOf(await signIn(who));
      await Clock.at(Clock.nowMs() + 10 * DAY_MS, async () => {
        const thief = { ...newPerson(), email: who.email };
        const linked = await signIn(thief, "github");
        expect(await methodsOf(linked)).toMatchObject({ actor: { userId }, methods: [] });
        const notices = await outboxPayloads(providerLinked.type);
        expect(notices.filter((event) => event["userId"] === userId)).toEqual([
          { userId, provider: "github" },
        ]);
        expect((await methodsOf(await signIn(thief, "github")))?.methods).toEqual([]);
        const { actor } = (await methodsOf(linked)) ?? {};
        const { browser, url } = await begin("github", "/dashboard", actor);
        const again = { id: "github", ...(actor && { actor }) };
        expect(await finish(double.grantConsent(url, thief), browser, again)).toEqual(
          failsWith("OAuthAccountNotLinked"),
        );
        expect((await methodsOf(await signIn(who)))?.methods).toEqual(["provider"]);
        await Clock.at(Clock.nowMs() + DAY_MS, async () => {
          expect((await methodsOf(await signIn(thief, "github")))?.methods).toEqual(["provider"]);
        });
      });
    });

    test("requires its second factor of another provider account with this address", async () => {
      const who = newPerson();
      const { userId } = userOf(await signIn(who));
      await Table.update(userProfile.key({ userId }), { set: { secondFactorAt: Clock.nowIso() } });
      expect(await signIn({ ...newPerson(), email: who.email }, "github")).toEqual({
        halfway: expect.any(String),
        callbackUrl: "/dashboard",
      });
    });
  });

  test("gets no session if it is blocked", async () => {
    const who = newPerson();
    await Users.block(userOf(await signIn(who)).userId);
    expect(await signIn(who)).toEqual(failsWith("AccessDenied"));
  });

  test("is linked to the provider that its signed-in owner adds, also with another email address", async () => {
    const owner = await actorOf(userOf(await signIn(newPerson())));
    const elsewhere = newPerson();
    const { browser, url } = await begin("github", "/dashboard", owner);
    const finished = await finish(double.grantConsent(url, { ...elsewhere, emailVerified: false }), browser, {
      id: "github",
      actor: owner,
    });
    expect(userOf(finished).userId).toBe(owner.userId);
    expect(userOf(await signIn(elsewhere, "github")).userId).toBe(owner.userId);
  });

  describe("with an unverified address", () => {
    const password = "Lovelace!1843";
    const adds = async (owner: Awaited<ReturnType<typeof actorOf>>, grant: Grant, id = "google") => {
      const { browser, url } = await begin(id, "/dashboard", owner);
      return userOf(await finish(double.grantConsent(url, grant), browser, { id, actor: owner }));
    };
    const registered = async () => {
      const who = newPerson();
      const user = await Users.register({ name: "Ada", email: who.email, password });
      return { who, user, owner: await actorOf(user) };
    };

    test.each(["google", "github"])(
      "is verified by adding %s if the provider has verified the address, without a later hand-over",
      async (id) => {
        const { who, user, owner } = await registered();
        const asThere = { ...who, email: who.email.toUpperCase() };
        expect((await adds(owner, asThere, id)).emailVerified).toEqual(expect.any(String));
        const elsewhere = id === "google" ? "github" : "google";
        const later = userOf(await signIn({ ...who, subject: newPerson().subject }, elsewhere));
        expect(later).toMatchObject({ userId: user.userId, ownershipId: user.ownershipId });
        expect((await Users.authenticate(who.email, password, client.ip)).userId).toBe(user.userId);
      },
    );

    test("stays unverified if the provider has verified another address or has not verified this one", async () => {
      const { who, user, owner } = await registered();
      await adds(owner, newPerson());
      await adds(owner, { ...who, emailVerified: false }, "github");
      expect((await Users.fromId(user.userId))?.emailVerified).toBeUndefined();
    });

    test("is verified by a provider that was added before it had verified the address", async () => {
      const { who, user, owner } = await registered();
      await adds(owner, { ...who, emailVerified: false });
      await adds(owner, who);
      expect(await Users.fromId(user.userId)).toMatchObject({
        emailVerified: expect.any(String),
        accounts: [{ provider: "google" }],
      });
    });

    test("is not verified by the account's former address after a concurrent change", async () => {
      const { who, user } = await registered();
      await Table.update(userProfile.key(user), { set: { email: newPerson().email } });
      await expect(Accounts.link(user, "google", who.subject, { proven: who.email })).rejects.toMatchObject({
        code: "AUTH_INVALID_CREDENTIALS",
      });
      expect(await Users.fromId(user.userId)).toMatchObject({ emailVerified: undefined, accounts: [] });
    });
  });

  test("cannot be linked to a provider's account of another user", async () => {
    const taken = newPerson();
    await signIn(taken, "github");
    const owner = await actorOf(userOf(await signIn(newPerson())));
    const { browser, url } = await begin("github", "/dashboard", owner);
    const finished = await finish(double.grantConsent(url, taken), browser, { id: "github", actor: owner });
    expect(finished).toEqual(failsWith("OAuthAccountNotLinked"));
  });

  test("is not linked by a sign-in that began before another user signed in in this browser", async () => {
    const first = await actorOf(userOf(await signIn(newPerson())));
    const second = await actorOf(userOf(await signIn(newPerson())));
    const who = newPerson();
    const { browser, url } = await begin("github", "/dashboard", first);
    const finished = await finish(double.grantConsent(url, who), browser, { id: "github", actor: second });
    expect([first.userId, second.userId]).not.toContain(userOf(finished).userId);
  });

  test("is created once by parallel first sign-ins", async () => {
    const who = newPerson();
    const users = await Promise.all(Array.from({ length: 6 }, async () => userOf(await signIn(who))));
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
  });

  test("does not store the provider's tokens", async () => {
    await signIn(newPerson(), "github");
    for await (const item of Table.scan()) {
      expect(Object.keys(item).join()).not.toMatch(/access_?token|id_?token/i);
    }
  });
});
