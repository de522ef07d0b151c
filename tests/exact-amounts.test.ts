import { expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { handlerFile, type RouteSpec } from "../contract/route.ts";
import * as Sessions from "../core/identity/sessions.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { create as createUser } from "../core/identity/users.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * JSON numbers that exceed a double's precision: no route reads a different amount than was sent. Covers
 * every route with a JSON body.
 */

const platform = withPlatform({ consumers: [] });

const WRITTEN = "9007199254740993";
const client = { ip: "192.0.2.1", userAgent: "amounts" };

const takesJson = ({ request, auth, stream }: RouteSpec): boolean =>
  request?.body !== undefined &&
  !request.raw &&
  !stream &&
  (request.contentTypes ?? ["application/json"]).includes("application/json") &&
  ["none", "session", "admin"].includes(auth);

it("rejects a number beyond a double's precision on every JSON route, and names the field and the number as sent", async () => {
  const { userId } = await createUser({ name: "A", email: "amounts@example.com", emailVerified: true });
  await Users.setRole(userId, "ADMIN");
  const user = (await Users.fromId(userId)) as User;
  const { accessToken } = await Sessions.start(user, client);
  const asked = routes.filter(takesJson);
  expect(asked.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const [index, route] of asked.entries()) {
    const response = await fetch(
      `${platform.url}${route.path.replaceAll(/\{[^}]+\}/g, route.path.startsWith("/api/admin/") ? userId : "x")}`,
      {
        method: route.method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          "content-type": "application/json",
          "x-forwarded-for": `198.51.100.${index}`,
          "idempotency-key": `amounts-${index}`,
        },
        body: `{"amount":${WRITTEN}}`,
      },
    );
    const text = await response.text();
    if (![400, 422].includes(response.status) || !text.includes('"amount"') || !text.includes(WRITTEN))
      wrong.push(`${handlerFile(route)}: ${response.status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);
