import { expect, it } from "vitest";
import { App } from "../support/app.ts";
import { enableTwoFactor } from "../support/authenticator.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { latestEmailTo, subjectsTo } from "../support/emails.ts";
import { Mirror } from "../support/mirror.ts";
import { withPlatform } from "../support/platform.ts";

/** One user's account in the app, from its registration on. Each section depends on the previous one. */

const platform = withPlatform({ seeded: false });
const email = "ada@example.com";
const password = "Lovelace!1843";
const another = "Analytical!Engine-2";

const statuses = async (app: App, ...changes: object[]) => {
  const { body } = await app.call<{ results: { status: string; version: number; data?: object }[] }>(
    "POST",
    "/sync/push",
    { body: { changes } },
  );
  return body.results;
};

const ofProfile = (clientChangeId: string, baseVersion: number, data: object) => ({
  ...{ clientChangeId, collection: "profile", id: "profile" },
  ...{ op: "upsert", baseVersion, data },
});

it("supports a user through two devices, conflicting offline edits, a lost device and a password reset", async () => {
  // The user registers on a phone, in English, and verifies the address with the code of the email.
  const phone = new App(platform, { model: "Phone 9" });
  const { id: userId } = await phone.register(email, password, { phone: "+33612345678" });
  const welcome = await latestEmailTo(platform, email, "/auth/verify-email");
  const verified = await phone.call("POST", "/auth/verify-email", { body: { code: welcome.code } });
  expect(verified.status).toBe(200);
  const preferences = { currency: "EUR", timezone: "Europe/London", theme: "dark", hideBalances: true };
  const saved = await phone.call("PUT", "/user/preferences", { body: { language: "en", ...preferences } });
  expect(saved.body).toMatchObject({ language: "en", hideBalances: true });
  const profile = await phone.call("GET", "/user/profile");
  expect(profile.body).toMatchObject({ email, emailVerified: expect.any(String), phone: "+33612345678" });

  // The phone receives push messages, and confirms with a fingerprint.
  const pushToken = "apns-of-adas-phone";
  const registration = { token: pushToken, platform: "ios", deviceId: phone.deviceId };
  expect((await phone.call("POST", "/notifications/register", { body: registration })).status).toBe(201);
  const key = await DeviceKey.create();
  expect((await registerDeviceKey(phone, userId, key)).body).toMatchObject({ biometricEnabled: true });

  // A tablet signs in: the phone is notified in the user's language, and both have the same records.
  const tablet = new App(platform, { model: "Tablet" });
  await tablet.login(email, password);
  await platform.drain();
  const titles = platform.push(pushToken).map(({ title }) => title);
  expect(titles).toContain("New device signed in to your account");
  const [onPhone, onTablet] = [new Mirror(phone), new Mirror(tablet)];
  await onPhone.pull(3);
  await onTablet.pull();
  expect(onPhone.contents()).toEqual(onTablet.contents());

  // Both are offline, and change the same record; the phone also adds a beneficiary.
  const { version } = onPhone.get("profile", "profile") ?? { version: 0 };
  const beneficiary = {
    ...{ clientChangeId: "phone-2", collection: "beneficiaries", id: `ben_${"7".repeat(26)}` },
    ...{ op: "upsert", baseVersion: null },
    data: { name: "Charles Babbage", iban: "FR7630006000011234567890189" },
  };
  // The tablet is online first.
  const tablets = ofProfile("tablet-1", version, { firstName: "Augusta" });
  expect(await statuses(tablet, tablets)).toMatchObject([{ status: "applied", version: version + 1 }]);
  const phones = ofProfile("phone-1", version, { lastName: "King" });
  const [conflict, unconfirmed] = await statuses(phone, phones, beneficiary);
  expect(conflict).toMatchObject({ status: "conflict", data: { firstName: "Augusta" } });
  expect(unconfirmed).toMatchObject({ status: "rejected", code: "STEP_UP_REQUIRED" });

  // The phone shows both names, the user keeps both, and confirms the beneficiary with a fingerprint.
  const merged = ofProfile("phone-3", conflict?.version ?? 0, { lastName: "King" });
  const changes = [merged, { ...beneficiary, clientChangeId: "phone-4" }];
  const assertion = await key.assertion("POST", "/sync/push", { changes });
  const confirmed = await phone.call("POST", "/sync/push", {
    body: { changes },
    headers: { "x-biometric-assertion": assertion },
  });
  expect(confirmed.body).toMatchObject({ results: [{ status: "applied" }, { status: "applied" }] });
  await platform.drain();
  await Promise.all([onPhone.pull(), onTablet.pull()]);
  expect(onPhone.contents()).toEqual(onTablet.contents());
  expect(onTablet.get("profile", "profile")?.data).toMatchObject({ firstName: "Augusta", lastName: "King" });
  expect(onTablet.all("beneficiaries")).toMatchObject([{ data: { name: "Charles Babbage" } }]);

  // The phone enables two-factor authentication.
  const begun = await phone.call("POST", "/user/2fa/enable", { body: {} });
  expect([begun.status, begun.body]).toMatchObject([403, { error: "STEP_UP_REQUIRED" }]);
  const body = {};
  const headers = { "x-biometric-assertion": await key.assertion("POST", "/user/2fa/enable", body) };
  const { authenticator, recoveryCodes } = await enableTwoFactor(phone, { headers });
  expect(recoveryCodes).toHaveLength(10);

  // The phone is lost. The password alone does not sign in again.
  expect((await new App(platform).tryLogin(email, password)).body).toMatchObject({
    error: "TWO_FACTOR_REQUIRED",
  });
  const { body: list } = await tablet.call<{ devices: { id: string; name: string; isCurrent: boolean }[] }>(
    "GET",
    "/user/devices",
  );
  const lost = list.devices.find(({ name }) => name === "Phone 9");
  await platform.advance(30);
  const revoked = await tablet.call("DELETE", `/user/devices/${lost?.id}`, {
    headers: { "x-2fa-code": authenticator.code() },
  });
  expect(revoked.status).toBe(200);
  expect(await phone.call("GET", "/user/profile")).toMatchObject({
    status: 401,
    body: { error: "SESSION_ENDED" },
  });
  expect((await phone.refresh()).body.error).toBe("REFRESH_TOKEN_EXPIRED");
  const shown = platform.push(pushToken).length;

  // A new phone signs in with a recovery code, because the authenticator was on the lost one. It has all
  // records.
  const newPhone = new App(platform, { model: "Phone 10" });
  await newPhone.login(email, password, { recoveryCode: recoveryCodes[0] });
  const used = await new App(platform).tryLogin(email, password, { recoveryCode: recoveryCodes[0] });
  expect(used.body).toMatchObject({ error: "TWO_FACTOR_INVALID" });
  const onNewPhone = new Mirror(newPhone);
  await platform.drain();
  await Promise.all([onNewPhone.pull(), onTablet.pull()]);
  expect(onNewPhone.contents()).toEqual(onTablet.contents());
  expect(platform.push(pushToken)).toHaveLength(shown);

  // The password may be known to others: a reset by email ends every session.
  await platform.advance(16 * 60);
  const asked = { body: { email }, token: "" };
  expect((await newPhone.call("POST", "/auth/forgot-password", asked)).status).toBe(202);
  const { token } = await latestEmailTo(platform, email, "/auth/reset-password");
  const reset = { body: { token, newPassword: another }, token: "" };
  expect((await newPhone.call("POST", "/auth/reset-password", reset)).status).toBe(200);
  expect((await newPhone.call("POST", "/auth/reset-password", reset)).body).toMatchObject({
    error: "INVALID_RESET_TOKEN",
  });
  for (const app of [tablet, newPhone]) expect((await app.refresh()).status).toBe(401);

  // The user signs in with the new password and a code, and the new phone continues from its cursor.
  expect((await newPhone.tryLogin(email, password)).body).toMatchObject({
    error: "AUTH_INVALID_CREDENTIALS",
  });
  await newPhone.login(email, another, { totpCode: authenticator.code() });
  await platform.drain();
  await onNewPhone.pull();
  const fresh = new Mirror(newPhone);
  await fresh.pull();
  expect(onNewPhone.contents()).toEqual(fresh.contents());

  // The user was notified of the new device and of the new password.
  expect(await subjectsTo(platform, email)).toEqual(
    expect.arrayContaining(["New device signed in to your account", "Your password was changed"]),
  );
});
