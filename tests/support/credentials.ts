import { SESSION_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { type Role, roles } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import type { Scope } from "../../core/identity/api-keys/schema.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import { onWeb } from "./identity.ts";
import { createUser, tokenOf } from "./people.ts";

/** Every kind of credential, and the expected decision of a route about each. */

const client = { ip: "192.0.2.1", userAgent: "matrix" };

/** A credential: its request headers, and the actor that it identifies. */
export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The authentication method that accepts it. Missing if it is not valid. */
  readonly method?: "web" | "mobile" | "apiKey";
  readonly role?: Role;
  /** The user of a valid session. */
  readonly user?: User;
  readonly scopes?: readonly string[];
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const sessionCookie = (token: string) => ({ cookie: `${SESSION_COOKIE}=${token}` });
const device = () => ({
  deviceId: crypto.randomUUID(),
  deviceInfo: { platform: "ios", model: "m", osVersion: "1", appVersion: "1" },
});
const key = async (user: User, scopes: readonly string[], mode: "live" | "test" = "live") =>
  (await ApiKeys.create(onWeb(user), { name: "matrix", mode, plan: "enterprise", scopes })).secret;

export async function createCredentials(): Promise<Credential[]> {
  const createWebCredential = async (role: Role): Promise<Credential> => {
    const user = await createUser(role);
    const headers = bearer(await tokenOf(user));
    return { name: `a web token of ${role}`, headers, method: "web", role, user };
  };
  // A route that ends all sessions of its caller must not end those of the next credential.
  const [user, inApp, inBoth] = [
    await createUser("PARTICULIER"),
    await createUser("PARTICULIER"),
    await createUser("PARTICULIER"),
  ];
  const [web, ended, mobile, app, browser] = [
    await Sessions.start({ ...user, amr: ["password", "provider"] }, client),
    await Sessions.start({ ...user, amr: ["password", "provider"] }, client),
    await Devices.start({ ...inApp, amr: ["password", "provider"] }, client, device()),
    await Devices.start({ ...inBoth, amr: ["password", "provider"] }, client, device()),
    await Sessions.start({ ...inBoth, amr: ["password", "provider"] }, client),
  ];
  await Sessions.end(onWeb(user, ended.sessionId));
  const blocked = await createUser("ADMIN");
  const [locked, lockedOut, lockedKey] = [
    await Sessions.start(blocked, client),
    await Devices.start(blocked, client, device()),
    await key(blocked, ["*"]),
  ];
  await Users.block(blocked.userId);
  const revoked = await ApiKeys.create(onWeb(user), {
    name: "gone",
    mode: "live",
    plan: "free",
    scopes: ["*"],
  });
  await ApiKeys.revoke(onWeb(user), revoked.key.keyId);
  const role = "PARTICULIER";
  return [
    { name: "nothing", headers: {} },
    { name: "garbage", headers: bearer("garbage") },
    ...(await Promise.all(roles.map(createWebCredential))),
    {
      name: "a web cookie",
      headers: sessionCookie(web.accessToken),
      method: "web",
      role,
      user,
    },
    { name: "a web refresh token", headers: bearer(web.refreshToken) },
    { name: "a signed-out web token", headers: bearer(ended.accessToken) },
    { name: "a blocked administrator's web token", headers: bearer(locked.accessToken) },
    { name: "a mobile token", headers: bearer(mobile.accessToken), method: "mobile", role, user: inApp },
    { name: "a mobile token in the web's cookie", headers: sessionCookie(mobile.accessToken) },
    {
      name: "a mobile token beside a web cookie",
      headers: { ...bearer(app.accessToken), ...sessionCookie(browser.accessToken) },
      method: "mobile",
      role,
      user: inBoth,
    },
    {
      name: "a garbage token beside a web cookie",
      headers: { ...bearer("garbage"), ...sessionCookie(browser.accessToken) },
    },
    { name: "a mobile refresh token", headers: bearer(mobile.refreshToken) },
    { name: "a blocked administrator's mobile token", headers: bearer(lockedOut.accessToken) },
    { name: "an API key", headers: bearer(await key(user, ["*"])), method: "apiKey", role, scopes: ["*"] },
    {
      name: "a test key",
      headers: bearer(await key(user, ["*"], "test")),
      method: "apiKey",
      role,
      scopes: ["*"],
    },
    {
      name: "a key without a scope",
      headers: bearer(await key(user, [])),
      method: "apiKey",
      role,
      scopes: [],
    },
    { name: "a revoked key", headers: bearer(revoked.secret) },
    { name: "a blocked administrator's key", headers: bearer(lockedKey) },
    { name: "a web token as a key", headers: { "x-api-key": web.accessToken } },
  ];
}

const methodsByAuth: Readonly<Record<RouteSpec["auth"], readonly Credential["method"][]>> = {
  none: [],
  session: ["web"],
  admin: ["web"],
  mobile: ["mobile"],
  person: ["web", "mobile"],
  apiKey: ["apiKey"],
  signature: [],
};

/** Returns the route's expected decision about a credential: accepted, or the status of the rejection. */
export function expectedDecision(
  spec: RouteSpec,
  { method, role, scopes = [] }: Credential,
): "in" | 401 | 403 {
  if (spec.auth === "none") return "in";
  const acceptsSessions = spec.orSession === true;
  const accepted = methodsByAuth[spec.auth];
  if (method === undefined || !(accepted.includes(method) || (acceptsSessions && method === "web")))
    return 401;
  if (method === "apiKey" && !allowed(scopes, spec.scope)) return 403;
  const wanted = spec.auth === "admin" ? [] : spec.roles;
  return !wanted || role === "ADMIN" || wanted.some((one) => one === role) ? "in" : 403;
}

const allowed = (scopes: readonly string[], scope: Scope | undefined): boolean =>
  scope === undefined || scopes.includes("*") || scopes.includes(scope);
