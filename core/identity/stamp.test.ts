import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { noEndings, onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import * as Accounts from "./accounts.ts";
import * as ApiKeys from "./api-keys/index.ts";
import { fromText } from "./api-keys/open.ts";
import * as Devices from "./devices/index.ts";
import { refresh } from "./refresh.ts";
import * as Sessions from "./sessions.ts";
import type { User } from "./user.ts";
import * as Users from "./users.ts";

const database = withDatabase();
withSecrets();

const client = { ip: "192.0.2.1", userAgent: "test" };
const device = {
  deviceId: "b7e4c1de-0f5a-4a51-9a8e-0d3c3f6f2a11",
  deviceInfo: { platform: "ios", model: "Phone", osVersion: "1", appVersion: "1" },
};
const input = { name: "Bot", mode: "live", plan: "free", scopes: ["*"] } as const;
const profileOf = ({ email, userId }: User): Accounts.Profile => ({
  provider: "google",
  subject: `google-${userId}`,
  email,
  emailVerified: true,
  name: "Grace Hopper",
  image: undefined,
});

let count = 0;
let user: User;
const register = () =>
  Users.register({ name: "Ada", email: `ada${count++}@example.com`, password: "Analytical1!" });
beforeEach(async () => {
  user = await register();
});

/** The changes of the stamp. */
const changes: Record<string, () => Promise<unknown>> = {
  "a hand-over": () => Accounts.signIn(profileOf(user), noEndings),
  "a new password": () => Users.setPassword(user, "Another-Horse-2"),
  "a block": () => Users.block(user.userId),
};

/** Returns all sessions, devices and keys of the account. */
async function createCredentials() {
  const [web, mobile, key] = await Promise.all([
    Sessions.start(user, client),
    Devices.start(user, client, device),
    ApiKeys.create(user, input),
  ]);
  const lives = ({ sessionId }: { sessionId: string }) =>
    Sessions.isValid({ userId: user.userId, sessionId });
  return async () => [
    await lives(web),
    await lives(mobile),
    (await fromText(key.secret)) !== undefined,
    await refresh(web.refreshToken, client).then(
      () => true,
      () => false,
    ),
    await Devices.refresh(mobile.refreshToken, client).then(
      () => true,
      () => false,
    ),
  ];
}

/** Creates a credential, and returns how to authenticate with it. */
type Making = () => Promise<() => Promise<unknown>>;

const inSession = ({ sessionId }: { sessionId: string }) => {
  const { userId } = user;
  return async () => ((await Sessions.isValid({ userId, sessionId })) ? true : undefined);
};

const makings: Record<string, () => Making> = {
  key: () => async () => {
    const { secret } = await ApiKeys.create(user, input);
    return () => fromText(secret);
  },
  "rotated key": () => async () => {
    const [key] = await ApiKeys.list(user);
    const { secret } = await ApiKeys.rotate(user, key?.keyId ?? "", 3600);
    return () => fromText(secret);
  },
  session: () => async () => inSession(await Sessions.start(user, client)),
  "renewed session": () => async () => {
    const { refreshToken } = await Sessions.start(user, client);
    return inSession(await refresh(refreshToken, client));
  },
  "device's session": () => async () => inSession(await Devices.start(user, client, device)),
  "provider's account": () => async () => {
    const [squatter, subject] = [user, `squatter-${user.userId}`];
    await Accounts.link(squatter, "github", subject);
    const linked = await Accounts.findLinked("github", subject);
    // Authenticates the account as it was at the creation, or nothing.
    return async () => (linked ? Sessions.start(linked, client).catch(() => undefined) : undefined);
  },
};

describe.each(Object.keys(changes))("%s", (name) => {
  const change = () => changes[name]?.();

  it("ends every web session, device session and key", async () => {
    const open = await createCredentials();
    expect(await open()).toEqual([true, true, true, true, true]);
    await change();
    expect(await open()).toEqual([false, false, false, false, false]);
    const after = (await Users.fromId(user.userId)) ?? user;
    expect(await ApiKeys.list(after)).toEqual([]);
    expect(await Devices.list(onWeb(after))).toEqual([]);
  });

  // The change runs completely before the n-th call of the work to the table, for each n. A new password does not unlink a
  // provider's account, because that is another proof.
  const what = Object.keys(makings).filter((made) => name === "a hand-over" || !made.startsWith("provider"));
  it.each(what)("leaves no valid %s if it occurs at any point of the creation", async (what) => {
    for (let at = 0; ; at++) {
      user = await register();
      const make = makings[what]?.() ?? (() => Promise.reject(new Error("nothing to make")));
      if (what === "rotated key") await ApiKeys.create(user, input);
      let calls = 0;
      const work = () => make().catch(() => undefined);
      const made = await interleave(database.endpoint, work, () => (calls++ === at ? change() : undefined));
      if (calls <= at) return;
      expect(await made?.()).toBeUndefined();
    }
  });

  it("leaves none of many concurrently created keys valid", async () => {
    const made = Array.from({ length: 40 }, (_, index) =>
      (index === 7 ? Promise.resolve(change()).then(() => undefined) : ApiKeys.create(user, input)).catch(
        () => undefined,
      ),
    );
    const secrets = (await Promise.all(made)).flatMap((one) => (one ? [one.secret] : []));
    const opened = await Promise.all(secrets.map((secret) => fromText(secret)));
    expect(opened.filter((one) => one !== undefined)).toEqual([]);
  });
});

describe("the link to a provider's account", () => {
  it("ends no session and no key", async () => {
    const open = await createCredentials();
    await Accounts.link(user, "github", user.userId);
    expect(await open()).toEqual([true, true, true, true, true]);
  });
});

describe("a credential with a former stamp", () => {
  it("does not count towards the limit of API keys, and is deleted", async () => {
    for (let index = 0; index < 20; index++) await ApiKeys.create(user, input);
    await expect(ApiKeys.create(user, input)).rejects.toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
    await Users.setPassword(user, "Another-Horse-2");
    const after = (await Users.fromId(user.userId)) ?? user;
    const current = await ApiKeys.create(after, input);
    await ApiKeys.clear(after);
    await Sessions.clear(after);
    expect(await ApiKeys.list(user)).toEqual([]);
    expect(await ApiKeys.list(after)).toEqual([current.key]);
    expect(await fromText(current.secret)).toBeDefined();
  });
});
