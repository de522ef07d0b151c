import { beforeEach, describe, expect, it } from "vitest";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { withPlatform } from "../support/platform.ts";

/** The devices of an account: list and revocation. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

interface Listed {
  readonly devices: readonly {
    readonly id: string;
    readonly deviceId: string;
    readonly name: string;
    readonly platform: string;
    readonly lastActive: string;
    readonly biometricEnabled: boolean;
    readonly isCurrent: boolean;
  }[];
  readonly maxDevices: number;
  readonly currentCount: number;
}

let count = 0;
let email = "";
let phone: App;
let tablet: App;
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  phone = new App(platform);
  tablet = new App(platform, { model: "Tablet 3" });
  await phone.register(email, password);
  await platform.advance(1);
  await tablet.login(email, password);
});

const list = async (app: App): Promise<Listed> => (await app.call<Listed>("GET", "/user/devices")).body;
const idOf = async (app: App): Promise<string> => {
  const { devices } = await list(phone);
  return devices.find(({ deviceId }) => deviceId === app.deviceId)?.id ?? "";
};

describe("the list of devices", () => {
  it("contains each device with its name, and marks the caller's device", async () => {
    expect(await list(phone)).toEqual({
      devices: [
        {
          id: expect.stringMatching(/^ses_/),
          deviceId: tablet.deviceId,
          name: "Tablet 3",
          platform: "ios",
          lastActive: expect.any(String),
          biometricEnabled: false,
          isCurrent: false,
        },
        expect.objectContaining({ deviceId: phone.deviceId, name: "Phone 9", isCurrent: true }),
      ],
      maxDevices: 5,
      currentCount: 2,
    });
  });

  it("has the most recently active device first, and a refresh counts as activity", async () => {
    await platform.advance(1);
    await phone.refresh();
    expect((await list(tablet)).devices.map(({ deviceId }) => deviceId)).toEqual([
      phone.deviceId,
      tablet.deviceId,
    ]);
  });

  it("never has more than five devices after parallel sign-ins", async () => {
    const more = Array.from({ length: 8 }, () => new App(platform));
    await Promise.all(more.map((app) => app.login(email, password)));
    const left = [];
    for (const app of more) {
      const { status, body } = await app.call<Listed>("GET", "/user/devices");
      if (status === 200) left.push(body.currentCount);
    }
    expect(left).toEqual([5, 5, 5, 5, 5]);
    expect((await phone.call("GET", "/user/devices")).body).toMatchObject({ error: "SESSION_ENDED" });
  });
});

describe("a sign-in on a new device", () => {
  const signInEmails = async () => {
    await platform.drain();
    return platform.mail(email).filter(({ subject }) => subject.startsWith("Nouvel appareil"));
  };

  it("is reported once, by email and in the list of notifications, unlike a registration", async () => {
    expect((await signInEmails()).map(({ subject }) => subject)).toEqual([
      "Nouvel appareil connecté à votre compte",
    ]);
    const { body } = await phone.call<{ notifications: { title: string }[] }>(
      "GET",
      "/notifications/history",
    );
    expect(body.notifications.map(({ title }) => title)).toContainEqual(
      expect.stringContaining("Nouvel appareil"),
    );
    await tablet.call("POST", "/auth/logout");
    for (const app of [tablet, phone, tablet]) await app.login(email, password);
    expect(await signInEmails()).toHaveLength(1);
    expect((await signInEmails())[0]?.text).not.toContain("Tablet");
  });

  it("creates one session under parallel attempts", async () => {
    const one = new App(platform);
    await Promise.all(Array.from({ length: 6 }, () => one.tryLogin(email, password)));
    const mine = (await list(phone)).devices.filter(({ deviceId }) => deviceId === one.deviceId);
    expect(mine).toHaveLength(1);
    expect(await signInEmails()).toHaveLength(2);
  });
});

describe("a refresh token used on another device", () => {
  it("ends its session, and is recorded and reported once under parallel attempts", async () => {
    const { id } = await phone.login(email, password);
    const body = { refreshToken: phone.refreshToken, deviceId: tablet.deviceId };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => tablet.call("POST", "/auth/refresh", { body, token: "" })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await phone.call("GET", "/user/devices")).body).toMatchObject({ error: "SESSION_ENDED" });
    expect((await phone.refresh()).body.error).toBe("REFRESH_TOKEN_EXPIRED");
    expect((await list(tablet)).currentCount).toBe(1);
    const records = await Table.queryAll({ pk: `USER#${id}`, beginsWith: "FRAUD#" });
    expect(records).toEqual([expect.objectContaining({ what: "refresh-token-of-another-device" })]);
    await platform.drain();
    expect(platform.mail(email).filter(({ subject }) => subject.includes("session"))).toHaveLength(1);
  });
});

describe("a revoked device", () => {
  it("is rejected at its next call, and cannot refresh", async () => {
    const revoked = await phone.call("DELETE", `/user/devices/${await idOf(tablet)}`);
    expect([revoked.status, revoked.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    expect((await tablet.call("GET", "/user/devices")).body).toMatchObject({ error: "SESSION_ENDED" });
    expect((await tablet.refresh()).status).toBe(401);
    expect((await list(phone)).currentCount).toBe(1);
  });

  it("can be the caller's own device", async () => {
    expect((await phone.call("DELETE", `/user/devices/${await idOf(phone)}`)).status).toBe(200);
    expect((await phone.call("GET", "/user/devices")).status).toBe(401);
  });
});

describe("revoking a device", () => {
  it("returns 404 for another user's device, a revoked device, a web session and an unknown id", async () => {
    const eve = new App(platform);
    await eve.register(`eve${email}`, password);
    const id = await idOf(tablet);
    const web = await platform.call("POST", "/api/auth/signin", {
      body: { email, password },
      ip: `203.0.113.${count}`,
    });
    const claims = Buffer.from(String(web.body["token"]).split(".")[1] ?? "", "base64url").toString();
    const { sid } = JSON.parse(claims) as { sid: string };
    for (const [app, wrong] of [
      [eve, id],
      [phone, sid],
      [phone, "ses_01jd0000000000000000000000"],
      [phone, "nothing"],
    ] as const) {
      const refused = await app.call("DELETE", `/user/devices/${wrong}`);
      expect([refused.status, refused.body]).toMatchObject([404, { error: "DEVICE_NOT_FOUND" }]);
    }
    expect((await tablet.call("GET", "/user/devices")).status).toBe(200);
    await phone.call("DELETE", `/user/devices/${id}`);
    expect((await phone.call("DELETE", `/user/devices/${id}`)).status).toBe(404);
  });
});
