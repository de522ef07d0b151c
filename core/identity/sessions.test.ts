import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import type { ProofMethod } from "./actor.ts";
import { changePassword } from "./change-password.ts";
import { sessionSecret, userProfile } from "./entity.ts";
import * as Refresh from "./refresh.ts";
import * as Sessions from "./sessions.ts";
import * as Tokens from "./tokens.ts";
import type { User } from "./user.ts";
import * as Users from "./users.ts";

const database = withDatabase();
withSecrets();

const client = { ip: "192.0.2.1", userAgent: "test" } as const;

let count = 0;
let user: User;
beforeEach(async () => {
  user = await Users.register({ name: "Ada", email: `p${++count}@example.com`, password: "Correct-Horse-1" });
});
afterEach(() => Clock.setOffset(0));

/** Returns the actor of an access token, like the handler chain. */
async function actorOf({ accessToken }: Sessions.Started) {
  const claims = await Tokens.verify(Tokens.webAccess, accessToken);
  if (!claims) return undefined;
  const items = await Table.getMany(Sessions.keysFor(claims));
  const actor = Sessions.actorFrom(claims, items);
  return actor?.channel === "web" ? actor : undefined;
}
const start = () => Sessions.start(user, client);
const refresh = ({ refreshToken }: Sessions.Started) => Refresh.refresh(refreshToken, client);
const REUSED = { code: "AUTH_REFRESH_TOKEN_REUSED" };
const INVALID = { code: "AUTH_INVALID_REFRESH_TOKEN" };

const fraud = () => Table.queryAll({ pk: `USER#${user.userId}`, beginsWith: "FRAUD#" });
async function reuseEvents() {
  const events: unknown[] = [];
  for await (const item of Table.scan()) {
    if (item["type"] === "refresh-token-reused" && String(item["payload"]).includes(user.userId)) {
      events.push(JSON.parse(String(item["payload"])));
    }
  }
  return events;
}

describe("refresh rotation", () => {
  it("replaces each refresh token with the next one, in the same session", async () => {
    const first = await start();
    const second = await refresh(first);
    const third = await refresh(second);
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect(new Set([first, second, third].map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await actorOf(third)).toMatchObject({ userId: user.userId, sessionId: first.sessionId });
    expect(await fraud()).toEqual([]);
  });

  it("gives the same new tokens to a retry with the previous token for 10 seconds", async () => {
    const first = await start();
    const second = await refresh(first);
    Clock.setOffset(9_000);
    const { refreshExpiresIn, ...again } = await refresh(first);
    expect(again).toEqual({ ...again, ...second, refreshExpiresIn: undefined });
    expect(refreshExpiresIn).toBeLessThanOrEqual(second.refreshExpiresIn);
    expect(await actorOf(second)).toBeDefined();
    const third = await refresh(second);
    expect(third.refreshToken).not.toBe(second.refreshToken);
    expect(await fraud()).toEqual([]);
  });

  it("gives one valid pair of tokens to twenty parallel refreshes", async () => {
    for (let round = 0; round < 5; round++) {
      const first = await start();
      const all = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
      const pairs = all.map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`);
      expect(new Set(pairs).size).toBe(1);
      const [one = first] = all;
      expect(one.refreshToken).not.toBe(first.refreshToken);
      expect(await actorOf(one)).toBeDefined();
      expect(await actorOf(await refresh(one))).toBeDefined();
    }
    expect(await fraud()).toEqual([]);
  });

  it.each([
    ["another address", { ip: "198.51.100.7", userAgent: "test" }],
    ["another program", { ip: "192.0.2.1", userAgent: "curl/8" }],
  ])("treats an immediate retry from %s as theft", async (_, thief) => {
    const first = await start();
    const second = await refresh(first);
    await expect(Refresh.refresh(first.refreshToken, thief)).rejects.toMatchObject(REUSED);
    await expect(refresh(second)).rejects.toMatchObject(INVALID);
    expect(await actorOf(second)).toBeUndefined();
  });

  it("ends the session with the owner's refresh if a thief has refreshed first", async () => {
    const first = await start();
    const thief = await Refresh.refresh(first.refreshToken, { ip: "198.51.100.7", userAgent: "test" });
    await expect(refresh(first)).rejects.toMatchObject(REUSED);
    expect(await actorOf(thief)).toBeUndefined();
  });

  it("does not recreate a session that ends during a refresh", async () => {
    for (let at = 0; ; at++) {
      const first = await start();
      const actor = onWeb(user, first.sessionId);
      let calls = 0;
      const work = () => refresh(first).catch(() => undefined);
      const got = await interleave(database.endpoint, work, () =>
        calls++ === at ? Sessions.end(actor) : undefined,
      );
      if (calls <= at) break;
      expect(got && (await actorOf(got))).toBeUndefined();
      await expect(refresh(got ?? first)).rejects.toMatchObject(INVALID);
    }
    expect(await fraud()).toEqual([]);
  });

  it("treats a later reuse of the previous token as theft and ends the session and its access token", async () => {
    const first = await start();
    const second = await refresh(first);
    Clock.setOffset(10_500);
    await expect(refresh(first)).rejects.toMatchObject(REUSED);
    await expect(refresh(second)).rejects.toMatchObject(INVALID);
    expect(await actorOf(second)).toBeUndefined();
    expect(await actorOf(first)).toBeUndefined();
  });

  it("treats a reuse of any older token as theft", async () => {
    const first = await start();
    const third = await refresh(await refresh(first));
    // Immediately and from the same client, but not with the previous token.
    await expect(refresh(first)).rejects.toMatchObject(REUSED);
    await expect(refresh(third)).rejects.toMatchObject(INVALID);
  });

  it("records eight concurrent reuses of a token once, with kind, time and client", async () => {
    const first = await start();
    await refresh(first);
    const thief = { ip: "198.51.100.7", userAgent: `thief ${"x".repeat(1000)}` };
    await Promise.allSettled(Array.from({ length: 8 }, () => Refresh.refresh(first.refreshToken, thief)));
    expect(await fraud()).toMatchObject([
      {
        what: "refresh-token-reused",
        at: expect.stringMatching(/^\d{4}-/),
        ip: "198.51.100.7",
        userAgent: thief.userAgent.slice(0, 256),
        sessionId: first.sessionId,
      },
    ]);
    expect(await reuseEvents()).toMatchObject([{ sessionId: first.sessionId, ip: "198.51.100.7" }]);
  });

  it("does not affect other sessions of the user after a reuse", async () => {
    const [first, other] = [await start(), await start()];
    await refresh(await refresh(first));
    await expect(refresh(first)).rejects.toMatchObject(REUSED);
    expect(await actorOf(other)).toBeDefined();
  });

  it("rejects a forged token without ending a session or recording fraud", async () => {
    const first = await start();
    const [header, payload] = first.refreshToken.split(".");
    const forged = { ...first, refreshToken: `${header}.${payload}.${Ids.secret()}` };
    for (const one of [
      forged,
      { ...first, refreshToken: first.accessToken },
      { ...first, refreshToken: "" },
    ]) {
      await expect(refresh(one)).rejects.toMatchObject(INVALID);
    }
    expect(await fraud()).toEqual([]);
    expect(await actorOf(await refresh(first))).toBeDefined();
  });

  it("stores only the hash of the refresh token", async () => {
    const { accessToken, refreshToken } = await start();
    const [session] = await Table.queryAll({ pk: `USER#${user.userId}`, beginsWith: "SESSION#" });
    expect(session?.["refreshHash"]).toBe(Tokens.hash(refreshToken));
    expect(Object.values(session ?? {})).not.toContain(refreshToken);
    expect(Object.values(session ?? {})).not.toContain(accessToken);
  });
});

describe("lifetimes", () => {
  it("end an unused refresh token and its session after 30 days", async () => {
    const first = await start();
    expect(first.refreshExpiresIn).toBe(30 * 86_400);
    Clock.setOffset(30 * DAY_MS - 5000);
    const second = await refresh(first);
    Clock.setOffset(60 * DAY_MS);
    await expect(refresh(second)).rejects.toMatchObject(INVALID);
    expect(await Sessions.describe(onWeb(user, first.sessionId))).toBeUndefined();
  });

  it("end a session after 90 days, regardless of refreshes", async () => {
    let current = await start();
    for (const day of [25, 50, 75, 89]) {
      Clock.setOffset(day * DAY_MS);
      current = await refresh(current);
    }
    expect(current.refreshExpiresIn).toBeLessThanOrEqual(86_400);
    Clock.setOffset(90 * DAY_MS);
    await expect(refresh(current)).rejects.toMatchObject(INVALID);
  });

  it("end an access token before its session", async () => {
    const first = await start();
    Clock.setOffset(DAY_MS);
    expect(await actorOf(first)).toBeUndefined();
    expect(await actorOf(await refresh(first))).toBeDefined();
  });
});

describe("the end of a session", () => {
  it("ends its access and refresh token immediately, and no other session", async () => {
    const [first, other] = [await start(), await start()];
    const actor = await actorOf(first);
    if (actor) await Sessions.end(actor);
    expect(await actorOf(first)).toBeUndefined();
    await expect(refresh(first)).rejects.toMatchObject(INVALID);
    expect(await actorOf(other)).toBeDefined();
    expect(await fraud()).toEqual([]);
  });

  it("of all sessions but one leaves that one valid", async () => {
    const [first, second, third] = [await start(), await start(), await start()];
    await Sessions.endAll(user.userId, second.sessionId);
    expect(await Promise.all([first, second, third].map(actorOf))).toEqual([
      undefined,
      expect.objectContaining({ sessionId: second.sessionId }),
      undefined,
    ]);
  });

  it("is caused by a new sign-in in the same browser, which prevents session fixation", async () => {
    const before = await start();
    const after = await Sessions.start(user, client, await actorOf(before));
    expect(await actorOf(before)).toBeUndefined();
    expect(await actorOf(after)).toBeDefined();
  });
});

describe("a user's change", () => {
  it("of role is effective at the next request, despite the role in the token", async () => {
    const started = await start();
    await Users.setRole(user.userId, "EMPLOYE");
    expect((await actorOf(started))?.role).toBe("EMPLOYE");
    await Users.setRole(user.userId, "PARTICULIER");
    expect((await actorOf(started))?.role).toBe("PARTICULIER");
  });

  it("to blocked ends every session and prevents new ones, also concurrent ones", async () => {
    const started = await start();
    await Users.block(user.userId);
    expect(await actorOf(started)).toBeUndefined();
    await expect(refresh(started)).rejects.toMatchObject(INVALID);
    await expect(start()).rejects.toMatchObject({ code: "AUTH_ACCOUNT_BLOCKED" });
  });
});

describe("ten parallel sign-ins of one user", () => {
  it("start ten sessions", async () => {
    const started = await Promise.all(Array.from({ length: 10 }, start));
    expect((await Promise.all(started.map(actorOf))).filter(Boolean)).toHaveLength(10);
  });
});

describe("a token that another function signed with the signing secret", () => {
  it("opens nothing without the session's own secret, whatever role it states", async () => {
    const started = await start();
    const { accessToken, sessionId } = started;
    const claims = (token: string) => Tokens.verify(Tokens.webAccess, token);
    const genuine = await claims(accessToken);
    const ref = { sub: user.userId, sid: sessionId };
    for (const sec of [
      "",
      "guess",
      (await Table.find(sessionSecret, { userId: ref.sub, sessionId }))?.hash ?? "",
    ]) {
      const forged = await Tokens.signAccess({ ...user, role: "ADMIN" }, { ...ref, sec });
      expect(await claims(forged)).toMatchObject({ role: "ADMIN" });
      expect(await actorOf({ ...started, accessToken: forged })).toBeUndefined();
      const refreshToken = await Tokens.signRefresh({ ...ref, sec }, Clock.nowSeconds() + 60);
      await expect(refresh({ ...started, refreshToken })).rejects.toMatchObject(INVALID);
    }
    expect(genuine?.sec).toMatch(/^[\w-]{22}$/);
    expect(await actorOf(started)).toMatchObject({ sessionId });
  });
});

describe("a role of staff", () => {
  beforeEach(() => vi.stubEnv("STAFF_SECOND_FACTOR", "required"));
  afterEach(() => vi.unstubAllEnvs());

  const inSession = async (amr: readonly ProofMethod[], emailVerified: string | undefined) => {
    const key = userProfile.key(user);
    await Table.update(key, { set: { role: "ADMIN", emailVerified } });
    const started = await Sessions.start({ ...user, amr }, client);
    return actorOf(started);
  };

  it("works only in a session that proved the second factor of an account with a proven address", async () => {
    const verified = Clock.nowIso();
    for (const method of ["passkey", "totp", "recovery"] as const) {
      expect(await inSession(["password", method], verified)).toMatchObject({ role: "ADMIN" });
      expect(await inSession(["password", method], undefined)).toMatchObject({ role: "PARTICULIER" });
    }
    for (const amr of [[], ["password"], ["provider"], ["biometric"]] as const)
      expect(await inSession(amr, verified)).toMatchObject({
        role: "PARTICULIER",
        withheldRole: "ADMIN",
      });
  });

  it("remains after a change of the password in a session that has just proved the second factor", async () => {
    const actor = await inSession(["password", "totp"], Clock.nowIso());
    if (!actor) throw new Error("the session is invalid");
    const change = { currentPassword: "Correct-Horse-1", newPassword: "Another-Horse-2" };
    const changed = await changePassword(actor, change, async () => undefined);
    expect(await actorOf(await Sessions.start(changed, client))).toMatchObject({ role: "ADMIN" });
  });

  it("works in any session of the local stage, which turns the rule off", async () => {
    vi.stubEnv("STAFF_SECOND_FACTOR", "off");
    expect(await inSession(["password"], undefined)).toMatchObject({ role: "ADMIN" });
  });
});
