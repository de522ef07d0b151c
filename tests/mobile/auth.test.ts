import { beforeEach, describe, expect, it } from "vitest";
import { App } from "../support/app.ts";
import { withPlatform } from "../support/platform.ts";

/** Sign-in and sign-out on devices in the app. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let phone: App;
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  phone = new App(platform);
  await phone.register(email, password);
});

describe("an account", () => {
  it("registered in the app can sign in on the web, named by first and last name", async () => {
    const web = await platform.call<{ user: { name: string } }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip: "203.0.113.9",
    });
    expect(web.body.user.name).toBe("Ada Lovelace");
    const user = await new App(platform).login(email, password);
    expect(user).toMatchObject({
      email,
      firstName: "Ada",
      lastName: "Lovelace",
      kycLevel: 0,
      roles: ["PARTICULIER"],
    });
  });

  it("is not created for another account's email address, and the error has the mobile format", async () => {
    const body = {
      firstName: "Eve",
      lastName: "X",
      email,
      password,
      deviceId: phone.deviceId,
      deviceInfo: phone.deviceInfo,
    };
    const refused = await phone.call("POST", "/auth/register", { body, token: "" });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: "AUTH_EMAIL_TAKEN", message: expect.any(String) });
  });

  it("is not created from invalid input, and the error names every invalid field", async () => {
    const refused = await phone.call<{ error: string; details: { field: string }[] }>(
      "POST",
      "/auth/register",
      {
        body: { firstName: "", email: "x", password: "short", deviceId: "1" },
        token: "",
      },
    );
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("INVALID_REQUEST");
    const fields = refused.body.details.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(["firstName", "lastName", "email", "password", "deviceId", "deviceInfo"]),
    );
  });

  it("cannot sign in with a device model that contains control or direction characters", async () => {
    for (const model of ["Phone\u202e 9", "Phone\r\n9"]) {
      const deviceInfo = { ...phone.deviceInfo, model };
      const body = { email, password, deviceId: phone.deviceId, deviceInfo };
      const refused = await phone.call("POST", "/auth/login", { body, token: "", ip: "203.0.113.11" });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ details: [{ field: "deviceInfo.model" }] });
    }
  });

  it("gets the same answer to a wrong password as an unknown email, unlike on the web", async () => {
    const attempt = async (path: string, of: string, ip: string) => {
      const { deviceId, deviceInfo } = phone;
      const body = {
        email: of,
        password: "Wrong-Horse-1",
        ...(path.includes("mobile") && { deviceId, deviceInfo }),
      };
      const { status, body: shown, headers } = await platform.call("POST", path, { body, ip });
      return { status, shown, headers: [...headers.keys()].sort() };
    };
    const mobile = "/api/v1/mobile/auth/login";
    const wrong = await attempt(mobile, email, "203.0.113.21");
    expect(wrong).toMatchObject({ status: 401, shown: { error: "AUTH_INVALID_CREDENTIALS" } });
    expect(await attempt(mobile, `nobody-${email}`, "203.0.113.22")).toEqual(wrong);
    expect((await attempt("/api/auth/signin", `nobody-${email}`, "203.0.113.23")).status).toBe(404);
  });

  it("registered on the web can sign in on a device, with its name split into first and last name", async () => {
    const body = { name: "Grace Brewster Hopper", email: `g${email}`, password };
    await platform.call("POST", "/api/auth/register", { body, ip: "203.0.113.10" });
    const user = await new App(platform).login(`g${email}`, password);
    expect(user).toMatchObject({ firstName: "Grace", lastName: "Brewster Hopper" });
  });
});

describe("a signed-in device", () => {
  it("is rejected after another device logs it out, which can be repeated", async () => {
    const tablet = new App(platform);
    await tablet.login(email, password);
    expect((await phone.call("POST", "/auth/logout", { body: { deviceId: tablet.deviceId } })).status).toBe(
      200,
    );
    const refused = await tablet.call("POST", "/auth/logout");
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: "SESSION_ENDED" });
    expect((await tablet.refresh()).body.error).toBe("REFRESH_TOKEN_EXPIRED");
    expect((await phone.call("POST", "/auth/logout", { body: { deviceId: tablet.deviceId } })).status).toBe(
      200,
    );
    expect((await phone.call("POST", "/auth/logout")).status).toBe(200);
    expect((await phone.call("POST", "/auth/logout")).status).toBe(401);
  });

  it("can sign out all devices and web sessions of its user", async () => {
    const web = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip: "203.0.113.11",
    });
    const tablet = new App(platform);
    await tablet.login(email, password);
    const ended = await phone.call<{ sessionsEnded: number }>("POST", "/auth/logout-all");
    expect(ended.body.sessionsEnded).toBe(3);
    expect((await platform.call("GET", "/api/auth/me", { token: web.body.token })).status).toBe(401);
    expect((await tablet.refresh()).status).toBe(401);
    expect((await phone.refresh()).status).toBe(401);
  });

  it("gets TOKEN_EXPIRED for an expired access token, and can refresh it", async () => {
    const old = phone.accessToken;
    await platform.advance(901);
    const late = await phone.call("POST", "/auth/logout", { token: old });
    expect(late.body).toMatchObject({ error: "TOKEN_EXPIRED" });
    expect((await phone.refresh()).status).toBe(200);
    expect((await phone.call("POST", "/auth/logout")).status).toBe(200);
  });

  it("is signed out if another device uses its refresh token", async () => {
    const body = { refreshToken: phone.refreshToken, deviceId: new App(platform).deviceId };
    expect((await phone.call("POST", "/auth/refresh", { body, token: "" })).body).toMatchObject({
      error: "REFRESH_TOKEN_EXPIRED",
    });
    expect((await phone.refresh()).status).toBe(401);
    await platform.drain();
    expect(platform.mail(email).some(({ subject }) => /session/i.test(subject))).toBe(true);
  });
});
