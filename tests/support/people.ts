import type { RouteSpec } from "../../contract/route.ts";
import type { Role, WebActor } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import { create } from "../../core/identity/users.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { sign } from "../../sdk/src/index.ts";
import { newEmail } from "./addresses.ts";
import { onWeb } from "./identity.ts";

/** Accounts for tests that call many routes. They have no password, which makes them fast to create. */

/** Creates a user of this role with a verified address. */
export async function createUser(role: Role = "PARTICULIER"): Promise<User> {
  const email = newEmail();
  const { userId } = await create({ name: "Ada Lovelace", email, emailVerified: true });
  await Users.setRole(userId, role);
  const user = await Users.fromId(userId);
  if (!user) throw new Error("the user does not exist");
  return user;
}

/** Creates a member of the staff, and returns the actor. */
export const createStaff = async (role: "EMPLOYE" | "ADMIN"): Promise<WebActor> =>
  onWeb(await createUser(role));

/** Starts a web session and returns its access token. */
export const tokenOf = async (user: User): Promise<string> =>
  (await Sessions.start({ ...user, amr: ["password", "provider"] }, { ip: "192.0.2.1", userAgent: "test" }))
    .accessToken;

/** Creates an API key for the account's sandbox. */
export const testKeyOf = async (user: User): Promise<string> =>
  (await ApiKeys.create(user, { name: "tests", mode: "test", plan: "enterprise", scopes: ["*"] })).secret;

/** Routes of API keys without a session. Their tests send a test key. */
export const refusesSessions = ({ auth, orSession, signed }: RouteSpec): boolean =>
  auth === "apiKey" && orSession === false && !signed;

/** Returns a credential of the account that the route accepts. */
export const credentialOf = (spec: RouteSpec, user: User): Promise<string> =>
  refusesSessions(spec) ? testKeyOf(user) : (spec.auth === "mobile" ? deviceTokenOf : tokenOf)(user);

/** Creates the headers that sign a request. Empty if the route requires no signature. */
type Signing = (path: string, body: unknown) => Promise<Readonly<Record<string, string>>>;

/** Returns a credential that the route accepts, and the signer of its requests. */
export async function createCaller(spec: RouteSpec, user: User): Promise<{ token: string; sign: Signing }> {
  if (!spec.signed) return { token: await credentialOf(spec, user), sign: async () => ({}) };
  const grant = { name: "signs", mode: "live", plan: "enterprise", scopes: ["*"] } as const;
  const { secret: token, signingSecret } = await ApiKeys.create(user, grant);
  const bytesOf = (body: unknown) => new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body));
  return {
    token,
    sign: (path, body) =>
      sign(signingSecret, {
        method: spec.method,
        path,
        body: bytesOf(body),
        timestamp: Math.floor(Date.now() / 1000),
      }),
  };
}

/** Starts a session on a new device and returns its access token. */
export async function deviceTokenOf(user: User): Promise<string> {
  const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };
  const device = { deviceId: Ids.secret(8), deviceInfo };
  return (
    await Devices.start(
      { ...user, amr: ["password", "provider"] },
      { ip: "192.0.2.1", userAgent: "test" },
      device,
    )
  ).accessToken;
}
