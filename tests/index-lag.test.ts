import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "../local/database.ts";
import { onWeb } from "./support/identity.ts";
import { lagIndex } from "./support/lagging-index.ts";
import { person, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { requestsOf, scenes } from "./support/repeatable.ts";

/** Indexes follow the table late. They are for the schedules: what a user sees or does is read by its key. */

const platform = withPlatform({ providers: true, consumers: [] });

let index: ReturnType<typeof lagIndex>;
beforeAll(() => {
  index = lagIndex(platform.dynamodbEndpoint, Number.POSITIVE_INFINITY);
});
afterAll(() => Table.configure(clientConfig(platform.dynamodbEndpoint)));

let addresses = 0;
const ip = () => `198.51.100.${++addresses}`;

it("with an index that shows nothing, everything that moves money is done, and nobody has asked it", async () => {
  const idempotent = routes.filter((spec) => spec.idempotent);
  expect(idempotent.length).toBeGreaterThan(15);
  for (const spec of idempotent) {
    const scene = scenes[spec.id];
    const role = scene?.role ?? (spec.auth === "admin" ? "ADMIN" : spec.roles?.[0]);
    const user = await person(role);
    const prepared = await scene?.prepare(onWeb(user), platform.advance);
    const { path, body } = requestsOf(spec, prepared ?? {}).request;
    const token = await tokenOf(user);
    const { status } = await platform.call(spec.method, path, { token, body, ip: ip() });
    expect(status, spec.id).toBeLessThan(300);
  }
  expect(index.asked()).toBe(0);
});

it("every read of a user's own things is answered without it", async () => {
  const token = await tokenOf(await person("ADMIN"));
  const reads = routes.filter(
    ({ method, auth, path, stream }) =>
      method === "GET" && ["none", "session", "admin"].includes(auth) && !stream && !path.includes("{"),
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const { id, path } of reads) {
    const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": ip() };
    const { status } = await fetch(platform.url + path, { headers, redirect: "manual" });
    expect(status, id).toBeLessThan(500);
  }
  expect(index.asked()).toBe(0);
});
