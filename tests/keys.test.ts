import { beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { withPlatform } from "./support/platform.ts";

/** API keys through the platform: creation, display and revocation. */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) => id === "outbox.sweep" || id === "notifications"),
});

const tokens = { user: "", professional: "" };
beforeAll(async () => {
  for (const person of ["user", "professional"] as const) {
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: platform.seed[person],
      ip: person === "user" ? "203.0.113.1" : "203.0.113.2",
    });
    tokens[person] = body.token;
  }
});

interface Key {
  readonly id: string;
  readonly secret?: string;
  readonly signingSecret?: string;
}
const create = (body: unknown, token = tokens.professional) =>
  platform.call<Key>("POST", "/api/keys", { token, body });
const list = (token = tokens.professional) => platform.call<{ keys: Key[] }>("GET", "/api/keys", { token });

describe("API keys", () => {
  it("show their secret only when they are created", async () => {
    const made = await create({ name: "Bot", mode: "test", scopes: ["mcp:read"] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ mode: "test", plan: "free", scopes: ["mcp:read"] });
    expect(made.body.secret).toMatch(/^svc_test_[\w-]{95}$/);
    expect(made.body.signingSecret).toMatch(/^svc_sig_[\w-]{43}$/);
    const { body } = await list();
    expect(body.keys).toMatchObject([{ id: made.body.id }]);
    expect(JSON.stringify(body)).not.toContain(made.body.secret);
    expect(JSON.stringify(body)).not.toContain(made.body.signingSecret);
    await platform.drain();
    const email = platform
      .mail(platform.seed.professional.email)
      .find(({ subject }) => subject === "Une clé d'API a été créée");
    expect(email?.text).toContain(made.body.id);
    expect(email?.text).not.toContain(made.body.secret);
  });

  it("are not created from invalid input, and the error names every invalid field", async () => {
    const allowedAddresses = ["203.0.113.0/24", "127.1", "203.0.113.0/33"];
    const { status, body } = await create({
      name: "",
      scopes: ["everything"],
      mode: "both",
      allowedAddresses,
      expiresAt: "tomorrow",
    });
    expect(status).toBe(400);
    expect((body as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
      "name",
      "mode",
      "scopes.0",
      "expiresAt",
      "allowedAddresses.1",
      "allowedAddresses.2",
    ]);
    expect(
      (await create({ name: "Late", scopes: ["*"], expiresAt: "2020-01-01T00:00:00.000Z" })).status,
    ).toBe(400);
  });

  it("cannot have the same scope twice", async () => {
    const { status, body } = await create({ name: "Twice", scopes: ["mcp:read", "mcp:read"] }, tokens.user);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        fields: [{ field: "scopes", message: "must not contain the same scope twice" }],
      }),
    ]);
  });

  it("show their allowed addresses, their expiry, and after a rotation until when the former secret is valid", async () => {
    const bound = {
      name: "Bound",
      scopes: ["transfers:write", "farming:read"],
      allowedAddresses: ["203.0.113.9", "2001:DB8::/32"],
      expiresAt: "2099-01-01T00:00:00.000Z",
    };
    // A user without other keys: creations per hour are limited.
    const made = await create(bound, tokens.user);
    expect(made).toMatchObject({
      status: 201,
      body: {
        allowedAddresses: ["203.0.113.9/32", "2001:db8::/32"],
        expiresAt: "2099-01-01T00:00:00.000Z",
        lastUsedAt: null,
        previousUntil: null,
      },
    });
    const rotate = (body?: unknown, token = tokens.user) =>
      platform.call<Key>("POST", `/api/keys/${made.body.id}/rotate`, { token, body });
    expect(await rotate()).toMatchObject({
      status: 200,
      body: { id: made.body.id, secret: expect.any(String), previousUntil: expect.stringMatching(/Z$/) },
    });
    expect((await rotate({ overlapSeconds: 0 })).body).toMatchObject({ previousUntil: null });
    expect((await rotate({ overlapSeconds: 604_801 })).status).toBe(400);
    expect((await rotate({}, tokens.professional)).status).toBe(404);
    await platform.call("DELETE", `/api/keys/${made.body.id}`, { token: tokens.user });
    expect((await rotate()).status).toBe(404);
  });

  it("cannot be seen or revoked by another user", async () => {
    const { body } = await create({ name: "Mine", scopes: ["*"] });
    const revoke = (token: string) => platform.call("DELETE", `/api/keys/${body.id}`, { token });
    expect((await list(tokens.user)).body.keys.map(({ id }) => id)).not.toContain(body.id);
    expect((await revoke(tokens.user)).status).toBe(404);
    expect((await revoke(tokens.professional)).status).toBe(204);
    expect((await revoke(tokens.professional)).status).toBe(404);
    expect((await platform.call("GET", "/api/keys")).status).toBe(401);
  });

  it("are limited to 20 per user under parallel requests", async () => {
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, index) => create({ name: `k${index}`, scopes: ["*"] })),
    );
    const held = (await list()).body.keys;
    expect(held).toHaveLength(20);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
    await platform.call("DELETE", `/api/keys/${held[0]?.id}`, { token: tokens.professional });
    expect((await list()).body.keys).toHaveLength(19);
  });
});
