import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { noEndings, onDevice, withSecrets } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import { refresh as refreshWeb } from "../refresh.ts";
import * as Sessions from "../sessions.ts";
import * as Tokens from "../tokens.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import * as Devices from "./index.ts";

const database = withDatabase();
withSecrets();

const client = { ip: "192.0.2.1", userAgent: "test" };
const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };

let count = 0;
let user: User;
beforeEach(async () => {
  user = await Users.register({ name: "Ada", email: `d${++count}@example.com`, password: "Correct-Horse-1" });
});
afterEach(() => Clock.setOffset(0));

const start = (deviceId: string) => Devices.start(user, client, { deviceId, deviceInfo });
const EXPIRED = { code: "REFRESH_TOKEN_EXPIRED" };

/** Returns the actor of an access token, like the handler chain. */
async function actorOf({ accessToken }: Pick<Devices.Started, "accessToken">) {
  const claims = await Tokens.verify(Tokens.mobileAccess, accessToken);
  if (!claims) return undefined;
  const items = await Table.getMany(Sessions.keysFor(claims));
  return Sessions.actorFrom(claims, items);
}
/** Moves the clock, so that later activity has a later time. */
const advanceClock = (ms = 1000) => Clock.setOffset(Clock.offset() + ms);
const devices = async () => (await Devices.list(onDevice(user))).map(({ deviceId }) => deviceId);
const fraud = () => Table.queryAll({ pk: `USER#${user.userId}`, beginsWith: "FRAUD#" });

describe("a device's session", () => {
  it("authenticates a mobile actor on its device for 900 seconds", async () => {
    const started = await start("phone");
    expect(started.expiresIn).toBe(900);
    expect(await actorOf(started)).toMatchObject({ channel: "mobile", deviceId: "phone", mode: "live" });
    Clock.setOffset(900_000);
    expect(await actorOf(started)).toBeUndefined();
  });

  it("is replaced when the device signs in again", async () => {
    const first = await start("phone");
    const again = await start("phone");
    expect(await actorOf(first)).toBeUndefined();
    await expect(Devices.refresh(first.refreshToken, client)).rejects.toMatchObject(EXPIRED);
    expect(await actorOf(again)).toBeDefined();
    expect(await devices()).toEqual(["phone"]);
  });

  it("is not started for a blocked user or after a concurrent change of the password", async () => {
    const underWay = user;
    await Users.setPassword(user, "Another-Horse-2", noEndings);
    await expect(Devices.start(underWay, client, { deviceId: "phone", deviceInfo })).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    await Users.block(user.userId);
    await expect(start("phone")).rejects.toMatchObject({ code: "AUTH_ACCOUNT_BLOCKED" });
  });

  it("ends if the account is blocked or signed out everywhere", async () => {
    const started = await start("phone");
    expect(await Sessions.endAll(user.userId)).toBe(1);
    expect(await actorOf(started)).toBeUndefined();
    const again = await start("phone");
    await Users.block(user.userId);
    expect(await actorOf(again)).toBeUndefined();
    await expect(Devices.refresh(again.refreshToken, client)).rejects.toMatchObject(EXPIRED);
  });
});

it("a device that is revoked during a refresh stays signed out", async () => {
  for (let at = 0; ; at++) {
    const started = await start("phone");
    let calls = 0;
    const work = () => Devices.refresh(started.refreshToken, client).catch(() => undefined);
    const got = await interleave(database.endpoint, work, () =>
      calls++ === at ? Devices.revoke(user, started.sessionId) : undefined,
    );
    if (calls <= at) return;
    expect(got && (await actorOf({ ...started, ...got }))).toBeUndefined();
    await expect(Devices.refresh(started.refreshToken, client)).rejects.toMatchObject(EXPIRED);
  }
});

describe("the five devices of an account", () => {
  it("lose the device whose latest sign-in or refresh is the oldest to a sixth one", async () => {
    const started = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      started.push(await start(name));
      advanceClock();
    }
    await Devices.refresh(started[0]?.refreshToken ?? "", client);
    advanceClock();
    await start("f");
    expect((await devices()).sort()).toEqual(["a", "c", "d", "e", "f"]);
    expect(started[1] && (await actorOf(started[1]))).toBeUndefined();
  });

  it("are never more than five under parallel sign-ins", async () => {
    const started = await Promise.all(Array.from({ length: 12 }, (_, index) => start(`d${index}`)));
    const alive = (await Promise.all(started.map(actorOf))).filter(Boolean);
    expect(alive).toHaveLength(5);
    expect(await devices()).toHaveLength(5);
  });

  it("include a device once under its own parallel sign-ins", async () => {
    const started = await Promise.all(Array.from({ length: 6 }, () => start("phone")));
    expect((await Promise.all(started.map(actorOf))).filter(Boolean)).toHaveLength(1);
    expect(await devices()).toEqual(["phone"]);
  });

  it("do not include revoked or expired sessions", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await start(name);
    const [first] = await Devices.list(onDevice(user));
    await Devices.revoke(user, first?.id ?? "");
    const before = await devices();
    await start("f");
    expect((await devices()).sort()).toEqual([...before, "f"].sort());
    Clock.setOffset(7 * DAY_MS);
    expect(await devices()).toEqual([]);
    await start("g");
    expect(await devices()).toEqual(["g"]);
  });

  it("do not end a web session", async () => {
    const web = await Sessions.start(user, client);
    for (const name of ["a", "b", "c", "d", "e", "f"]) await start(name);
    expect(await refreshWeb(web.refreshToken, client)).toBeDefined();
  });
});

describe("a mobile refresh token", () => {
  it("gives access tokens for 7 days, regardless of its use", async () => {
    const { refreshToken } = await start("phone");
    for (const day of [1, 3, 6]) {
      Clock.setOffset(day * DAY_MS);
      const { accessToken, expiresIn } = await Devices.refresh(refreshToken, client, "phone");
      expect(expiresIn).toBe(900);
      expect(await actorOf({ accessToken })).toMatchObject({ deviceId: "phone" });
    }
    Clock.setOffset(7 * DAY_MS);
    await expect(Devices.refresh(refreshToken, client)).rejects.toMatchObject(EXPIRED);
  });

  it("ends the session and records fraud if another device uses it", async () => {
    const started = await start("phone");
    const thief = { ip: "198.51.100.7", userAgent: "thief" };
    await expect(Devices.refresh(started.refreshToken, thief, "tablet")).rejects.toMatchObject(EXPIRED);
    expect(await actorOf(started)).toBeUndefined();
    await expect(Devices.refresh(started.refreshToken, client, "phone")).rejects.toMatchObject(EXPIRED);
    expect(await fraud()).toMatchObject([
      { what: "refresh-token-of-another-device", sessionId: started.sessionId, ip: "198.51.100.7" },
    ]);
  });

  it("needs no device id until a refresh has named the device, and ends the session without it from then on", async () => {
    const { refreshToken, sessionId } = await start("phone");
    for (const deviceId of [undefined, undefined, "phone", "phone"]) {
      const { accessToken } = await Devices.refresh(refreshToken, client, deviceId);
      expect(await actorOf({ accessToken })).toMatchObject({ deviceId: "phone" });
    }
    const thief = { ip: "198.51.100.7", userAgent: "thief" };
    await expect(Devices.refresh(refreshToken, thief)).rejects.toMatchObject(EXPIRED);
    await expect(Devices.refresh(refreshToken, client, "phone")).rejects.toMatchObject(EXPIRED);
    expect(await fraud()).toMatchObject([
      { what: "refresh-token-of-another-device", sessionId, ip: "198.51.100.7" },
    ]);
    // A new sign-in starts again without the requirement.
    const next = await start("phone");
    await Devices.refresh(next.refreshToken, client);
  });

  it("is not accepted as a web token, nor a web token as a mobile one", async () => {
    const [device, web] = [await start("phone"), await Sessions.start(user, client)];
    for (const token of [web.refreshToken, web.accessToken, device.accessToken, "", "x.y.z"])
      await expect(Devices.refresh(token, client)).rejects.toMatchObject(EXPIRED);
    for (const token of [device.refreshToken, device.accessToken]) {
      await expect(refreshWeb(token, client)).rejects.toMatchObject({
        code: "AUTH_INVALID_REFRESH_TOKEN",
      });
      expect(await Tokens.verify(Tokens.webAccess, token)).toBeUndefined();
    }
    expect(await Tokens.verify(Tokens.mobileAccess, web.accessToken)).toBeUndefined();
    expect(await fraud()).toEqual([]);
  });
});

describe("the list of devices", () => {
  it("marks the requesting device", async () => {
    await start("phone");
    advanceClock();
    const tablet = await start("tablet");
    const actor = await actorOf(tablet);
    expect(actor && (await Devices.list(actor))).toEqual([
      {
        id: tablet.sessionId,
        deviceId: "tablet",
        biometricEnabled: false,
        name: "Phone 9",
        platform: "ios",
        lastActive: expect.any(String),
        isCurrent: true,
      },
      expect.objectContaining({ deviceId: "phone", isCurrent: false }),
    ]);
  });

  it("lets only its owner revoke a session, and only a device's", async () => {
    const stranger = await Users.register({
      name: "Eve",
      email: `eve${count}@example.com`,
      password: "Correct-Horse-1",
    });
    const phone = await start("phone");
    const web = await Sessions.start(user, client);
    const NOT_FOUND = { code: "DEVICE_NOT_FOUND" };
    await expect(Devices.revoke(stranger, phone.sessionId)).rejects.toMatchObject(NOT_FOUND);
    await expect(Devices.revoke(user, web.sessionId)).rejects.toMatchObject(NOT_FOUND);
    expect(await actorOf(phone)).toBeDefined();
    await Devices.revoke(user, phone.sessionId);
    expect(await actorOf(phone)).toBeUndefined();
    await expect(Devices.revoke(user, phone.sessionId)).rejects.toMatchObject(NOT_FOUND);
  });
});
