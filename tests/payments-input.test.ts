import { expect, it } from "vitest";
import * as Sessions from "../core/identity/sessions.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { create as createUser } from "../core/identity/users.ts";
import { type Operation, operations } from "./support/document/operations.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * Invalid input on the payments routes: 400 for a missing or unknown field, 422 for an invalid value. The
 * cases derive from each route's example and parameters.
 */

const platform = withPlatform({ consumers: [] });

const family = operations.filter(({ spec }) => spec.family === "payments" && spec.request);
const writes = family.filter(({ body }) => body);
const reads = family.filter(({ spec }) => spec.request?.query);

type Json = Readonly<Record<string, unknown>>;

/** A value within another, and a function that replaces it. */
interface ValueAt {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Returns the whole value with a replacement, or without the value if undefined. */
  readonly put: (other: unknown) => unknown;
}

function findValues(value: unknown): ValueAt[] {
  const here: ValueAt = { path: [], value, put: (other) => other };
  if (typeof value !== "object" || value === null) return [here];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    findValues(one).map(({ path, value: at, put }) => ({
      path: [name, ...path],
      value: at,
      put: (other: unknown) => {
        const changed = { ...value, [name]: put(other) };
        return Array.isArray(value) ? Object.values(changed) : changed;
      },
    })),
  );
  return [here, ...inner];
}

/** A body that violates the schema in one place, and the expected response. */
interface Case {
  readonly status: 400 | 422;
  readonly field: string;
  readonly body: unknown;
}

function casesOf({ spec, example }: Operation): Case[] {
  const places = findValues(example);
  const cases = places.flatMap(({ path, value, put }): Case[] => {
    const field = path.join(".") || "body";
    const isNamed = path.length > 0 && !/^\d+$/.test(path.at(-1) ?? "");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return [
      { status: 422, field, body: put(null) },
      ...(isNamed ? [{ status: 400, field, body: put(undefined) } as const] : []),
      ...(isObject
        ? [
            {
              status: 400,
              field: [...path, "colour"].join("."),
              body: put({ ...(value as Json), colour: "red" }),
            } as const,
          ]
        : []),
    ];
  });
  // Bodies without an optional field, or with a custom metadata name, are valid.
  return cases.filter(({ body }) => !spec.request?.body?.safeParse(JSON.parse(JSON.stringify(body))).success);
}

async function signIn(): Promise<string> {
  const { userId } = await createUser({ name: "A", email: "input@example.com", emailVerified: true });
  await Users.setRole(userId, "ADMIN");
  const user = (await Users.fromId(userId)) as User;
  return (await Sessions.start(user, { ip: "192.0.2.1", userAgent: "input" })).accessToken;
}

let token: string | undefined;
let requests = 0;

/** Sends a request. Returns the response's status, and the fields that the response names. */
async function send(method: string, path: string, body: string | null): Promise<[number, string[]]> {
  token ??= await signIn();
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-forwarded-for": `198.51.100.${requests++ % 250}`,
    },
    body,
  });
  const { error } = (await response.json()) as { error?: { code: number; details: { field: string }[] } };
  expect(error?.code).toBe(response.status);
  return [response.status, error?.details.map(({ field }) => field) ?? []];
}

it("covers routes with a body and routes with a query", () => {
  expect(writes.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "payments.create",
      "payments.validate",
      "payments.psp",
      "payments.cards.create",
      "payments.merchant.create",
      "payments.setup-intents.create",
      "admin.saveback-payout.request",
    ]),
  );
  expect(reads.map(({ id }) => id).sort()).toEqual(["admin.saveback-payout.read", "payments.transactions"]);
});

it.each(writes.map((one) => [one.id, one] as const))(
  "%s distinguishes missing or unknown fields (400) from invalid values (422)",
  async (_, one) => {
    const cases = casesOf(one);
    expect(cases.length).toBeGreaterThan(0);
    for (const { status, field, body } of cases)
      expect([JSON.stringify(body), ...(await send(one.method, one.path, JSON.stringify(body)))]).toEqual([
        JSON.stringify(body),
        status,
        [field],
      ]);
    expect(await send(one.method, one.path, "{")).toEqual([400, []]);
  },
);

it.each(reads.map((one) => [one.id, one] as const))(
  "%s distinguishes an unknown parameter (400) from an invalid one (422)",
  async (_, { method, path, parameters }) => {
    for (const { name } of parameters) {
      expect(await send(method, `${path}?${name}=`, null)).toEqual([422, [name]]);
      expect(await send(method, `${path}?${name}=${"9".repeat(2100)}`, null)).toEqual([422, [name]]);
    }
    expect(await send(method, `${path}?colour=red`, null)).toEqual([400, ["colour"]]);
  },
);

it("returns 400 with both fields if one is missing and another invalid", async () => {
  const [status, fields] = await send("POST", "/api/payments/validate", '{"action":"maybe"}');
  expect([status, fields.sort()]).toEqual([400, ["action", "paymentId"]]);
});

it("documents 400 and 422 for every payments route with input", async () => {
  const described = family.map(({ id, responses }) => [id, Object.keys(responses)] as const);
  for (const [id, statuses] of described)
    expect([id, statuses]).toEqual([id, expect.arrayContaining(["400", "422"])]);
});
