import { beforeEach, describe, expect, it, vi } from "vitest";
import { flag } from "../core/flags/entity.ts";
import * as Flags from "../core/flags/index.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import * as Devices from "../core/identity/devices/index.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { accountOf } from "../core/ledger/accounts.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Debts from "../core/policy/debts.ts";
import { setVariables } from "../local/environment.ts";
import { bearer } from "./support/credentials.ts";
import { onWeb } from "./support/identity.ts";
import { createUser, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";

/** Administration routes, and their effects for the users whom administrators manage. */

const platform = withPlatform({ providers: true });

const NOT_THERE = "usr_00000000000000000000000000";
const reason = "a test";

interface AuditAction {
  readonly id: string;
  readonly deed: string;
  readonly by: string;
  readonly to: string;
}

let [ada, ben, cleo]: User[] = [];
let tokens: Record<"ada" | "ben" | "cleo", string>;
const people = () => ({ ada, ben, cleo }) as Record<"ada" | "ben" | "cleo", User>;
beforeEach(async () => {
  process.env["ROLE_FOUR_EYES"] = "false";
  [ada, ben, cleo] = [await createUser("ADMIN"), await createUser("ADMIN"), await createUser()];
  tokens = { ada: await tokenOf(ada), ben: await tokenOf(ben), cleo: await tokenOf(cleo) };
});

const as = (actor: keyof typeof tokens) => ({
  get: (path: string) => platform.call("GET", path, { token: tokens[actor] }),
  send: (method: string, path: string, body?: object) =>
    platform.call(method, path, {
      token: tokens[actor],
      body,
    }),
});
const path = (actor: keyof typeof tokens, rest = "") => `/api/admin/users/${people()[actor].userId}${rest}`;
const codeOf = ({ status, body }: Awaited<ReturnType<ReturnType<typeof as>["send"]>>) => [
  status,
  body["code"],
];
const trailOf = async (actor: keyof typeof tokens): Promise<AuditAction[]> =>
  (
    (await as("ada").get(`/api/admin/trail?userId=${people()[actor].userId}`)) as unknown as {
      body: { deeds: AuditAction[] };
    }
  ).body.deeds;

describe("a role", () => {
  it("applies immediately to existing sessions, and the user is notified by email", async () => {
    const given = await as("ada").send("PUT", path("cleo", "/role"), { role: "ADMIN", reason });
    expect(given).toMatchObject({ status: 200, body: { user: { role: "ADMIN" } } });
    expect((await as("cleo").get("/api/admin/trail")).status).toBe(200);
    expect((await as("ben").send("PUT", path("cleo", "/role"), { role: "PARTICULIER", reason })).status).toBe(
      200,
    );
    expect((await as("cleo").get("/api/admin/trail")).status).toBe(403);
    await platform.drain();
    const mail = platform.mail(people().cleo.email);
    expect(mail.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining("Le rôle de votre compte a changé")]),
    );
    expect((await trailOf("cleo")).map(({ deed, by }) => [deed, by])).toEqual([
      ["role-changed", people().ben.userId],
      ["role-changed", people().ada.userId],
    ]);
  });

  it("changes only with a second administrator's approval if ROLE_FOUR_EYES is on", async () => {
    process.env["ROLE_FOUR_EYES"] = "true";
    const asked = await as("ada").send("PUT", path("cleo", "/role"), { role: "EMPLOYE", reason });
    expect(asked).toMatchObject({
      status: 202,
      body: { pendingApproval: { id: expect.any(String) } },
    });
    const { id: approvalId } = (asked.body as unknown as { pendingApproval: { id: string } }).pendingApproval;
    const request = { role: "EMPLOYE", reason, approvalId };
    expect(codeOf(await as("ada").send("PUT", path("cleo", "/role"), request))).toEqual([
      403,
      "OWN_ROLE_REQUEST",
    ]);
    expect(codeOf(await as("ben").send("PUT", path("cleo", "/role"), { ...request, role: "ADMIN" }))).toEqual(
      [400, "ROLE_REQUEST_MISMATCH"],
    );
    expect((await as("ben").send("PUT", path("cleo", "/role"), request)).status).toBe(200);
    const second = await as("ben").send("PUT", path("cleo", "/role"), { role: "ADMIN", reason });
    const other = (second.body as unknown as { pendingApproval: { id: string } }).pendingApproval.id;
    expect((await as("ada").send("DELETE", path("cleo", `/role-requests/${other}`))).status).toBe(200);
    expect(codeOf(await as("ada").send("DELETE", path("cleo", `/role-requests/${other}`)))).toEqual([
      404,
      "ROLE_REQUEST_NOT_FOUND",
    ]);
    expect((await trailOf("cleo")).map(({ deed }) => deed)).toEqual([
      "role-change-refused",
      "role-change-asked",
      "role-changed",
      "role-change-asked",
    ]);
  });

  it("has no power in a session without a proven second factor, and the error states what to do", async () => {
    vi.stubEnv("STAFF_SECOND_FACTOR", "required");
    try {
      const refused = await as("ada").get("/api/admin/trail");
      expect(codeOf(refused)).toEqual([403, "STAFF_SECOND_FACTOR_REQUIRED"]);
      expect(codeOf(await as("cleo").get("/api/admin/trail"))).toEqual([403, "FORBIDDEN"]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("cannot be changed by its own user, nor with an administrator's API key or device token", async () => {
    expect(codeOf(await as("ada").send("PUT", path("ada", "/role"), { role: "ADMIN", reason }))).toEqual([
      403,
      "OWN_ROLE",
    ]);
    const key = await ApiKeys.create(onWeb(people().ada), {
      ...{ name: "Bot", mode: "live", plan: "enterprise", scopes: ["*"] },
    });
    const device = await Devices.start(
      people().ada,
      { ip: "192.0.2.1", userAgent: "test" },
      {
        deviceId: crypto.randomUUID(),
        deviceInfo: { platform: "ios", model: "m", osVersion: "1", appVersion: "1" },
      },
    );
    for (const headers of [
      bearer(key.secret),
      { "x-api-key": key.secret },
      bearer(device.accessToken),
      bearer(device.refreshToken),
    ])
      expect(
        await platform.call("PUT", path("cleo", "/role"), { headers, body: { role: "ADMIN", reason } }),
      ).toMatchObject({ status: 401 });
    expect((await Users.fromId(people().cleo.userId))?.role).toBe("PARTICULIER");
  });

  it("change returns 404 for an unknown user, and 400 for an invalid body", async () => {
    const put = (body: object, id = people().cleo.userId) =>
      as("ada").send("PUT", `/api/admin/users/${id}/role`, body);
    expect((await put({ role: "ADMIN", reason }, NOT_THERE)).status).toBe(404);
    for (const body of [{ role: "KING", reason }, { role: "ADMIN" }, { role: "ADMIN", reason, force: true }])
      expect((await put(body)).status).toBe(400);
  });
});

describe("a block", () => {
  it("ends sessions and API keys immediately, and keeps the user's balance", async () => {
    const { cleo: blocked } = people();
    const key = await ApiKeys.create(onWeb(blocked), {
      ...{ name: "Bot", mode: "live", plan: "enterprise", scopes: ["*"] },
    });
    const wallet = await platform.call("POST", "/api/defi/wallets", {
      token: tokens.cleo,
      body: { assetSymbol: "EUR" },
    });
    const { id } = (wallet.body as unknown as { wallet: { id: string } }).wallet;
    await platform.call("PUT", `/api/defi/wallets/${id}`, {
      token: tokens.cleo,
      body: { operation: "DEPOSIT", amount: 12, reason },
    });
    expect((await as("ada").send("POST", path("cleo", "/block"), { reason })).status).toBe(200);
    expect((await as("ada").send("POST", path("cleo", "/block"), { reason })).status).toBe(200);
    expect((await as("cleo").get("/api/defi/wallets")).status).toBe(401);
    expect(
      (await platform.call("GET", "/api/v1/user/profile", { headers: bearer(key.secret) })).status,
    ).not.toBe(200);
    expect((await platform.call("GET", "/mcp/resources", { headers: bearer(key.secret) })).status).not.toBe(
      200,
    );
    expect((await as("ben").send("POST", path("cleo", "/unblock"), { reason })).status).toBe(200);
    expect((await as("cleo").get("/api/defi/wallets")).status).toBe(401);
    const again = await Users.fromId(blocked.userId);
    tokens = { ...tokens, cleo: await tokenOf(again as User) };
    expect(await as("cleo").get(`/api/defi/wallets/${id}`)).toMatchObject({
      body: { wallet: { balance: 12 } },
    });
    await platform.drain();
    expect(platform.mail(blocked.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("votre compte est bloqué"),
        expect.stringContaining("Votre compte est rouvert"),
      ]),
    );
    expect((await trailOf("cleo")).map(({ deed }) => deed)).toEqual(["user-unblocked", "user-blocked"]);
  });

  it("ends an administrator's session too, and is rejected for the own account", async () => {
    expect((await as("ada").send("POST", path("ben", "/block"), { reason })).status).toBe(200);
    expect((await as("ben").send("POST", path("cleo", "/block"), { reason })).status).toBe(401);
    expect(codeOf(await as("ada").send("POST", path("ada", "/block"), { reason }))).toEqual([
      403,
      "OWN_ROLE",
    ]);
  });
});

describe("users", () => {
  it("are found only by exact email address or id, and each view of a user is in the audit trail", async () => {
    const { cleo: sought } = people();
    const found = { body: { users: [{ id: sought.userId, email: sought.email }] } };
    expect(await as("ada").get(`/api/admin/users?email=${sought.email.toUpperCase()}`)).toMatchObject(found);
    expect(await as("ada").get(`/api/admin/users?id=${sought.userId}`)).toMatchObject(found);
    expect(await as("ada").get("/api/admin/users?email=unknown@example.com")).toMatchObject({
      body: { users: [] },
    });
    for (const query of ["", `?email=${sought.email}&id=${sought.userId}`, "?email=ada", "?name=Ada"])
      expect((await as("ada").get(`/api/admin/users${query}`)).status).toBe(400);
    const seen = await as("ada").get(path("cleo"));
    expect(seen).toMatchObject({ status: 200, body: { user: { id: sought.userId, owed: [] } } });
    expect(JSON.stringify(seen.body)).not.toMatch(/passwordHash|securityStamp|ownershipId|secret/);
    expect(await trailOf("cleo")).toMatchObject([{ deed: "user-seen", by: people().ada.userId }]);
  });
});

describe("the queue", () => {
  const queue = async <T>(name: string, actor: keyof typeof tokens = "ada"): Promise<T[]> => {
    const { body } = await as(actor).get(`/api/admin/queues/${name}?limit=100`);
    return Object.values(body).find(Array.isArray) as T[];
  };

  it("of adjustments lists requests to staff until a second staff member approves", async () => {
    const restore = setVariables({ ADJUSTMENT_FOUR_EYES: "true", ADJUSTMENT_APPROVAL_EUR: "1000" });
    try {
      const employee = await createUser("EMPLOYE");
      const token = await tokenOf(employee);
      const opened = await platform.call("POST", "/api/defi/wallets", {
        token: tokens.cleo,
        body: { assetSymbol: "EUR" },
      });
      const { id } = (opened.body as unknown as { wallet: { id: string } }).wallet;
      const request = { operation: "DEPOSIT", amount: 1500, reason };
      const asked = await platform.call("PUT", `/api/defi/wallets/${id}`, { token, body: request });
      expect(asked.status).toBe(202);
      const seen = await platform.call("GET", "/api/admin/queues/adjustments", { token });
      expect(seen).toMatchObject({
        status: 200,
        body: {
          adjustments: [{ walletId: id, amount: "1500", asset: "EUR", requestedBy: employee.userId }],
        },
      });
      const [{ approvalId } = { approvalId: "" }] = await queue<{ approvalId: string }>("adjustments");
      const approve = () => as("ada").send("PUT", `/api/defi/wallets/${id}`, { ...request, approvalId });
      expect((await approve()).status).toBe(200);
      expect(await queue("adjustments")).toEqual([]);
      expect((await trailOf("cleo")).map(({ deed, by }) => [deed, by])).toEqual([
        ["wallet-adjusted", people().ada.userId],
        ["wallet-adjustment-asked", employee.userId],
      ]);
      for (const name of ["roles", "payments", "payouts", "debts", "flagged"])
        expect((await platform.call("GET", `/api/admin/queues/${name}`, { token })).status, name).toBe(403);
    } finally {
      restore();
    }
  });

  it("of payments lists a payment until two administrators have approved it", async () => {
    const restore = setVariables({ PAYMENT_APPROVAL_FOUR_EYES: "true" });
    try {
      const paid = await platform.call("POST", "/api/payments", {
        token: tokens.cleo,
        body: { amount: 250_000, currency: "eur", paymentMethodId: "pm_card_visa" },
      });
      const { id: paymentId } = (paid.body as unknown as { data: { id: string } }).data;
      expect(await queue("payments")).toMatchObject([
        { id: paymentId, userId: people().cleo.userId, amount: "2500", asset: "EUR", firstApproval: null },
      ]);
      const approve = (actor: keyof typeof tokens) =>
        as(actor).send("POST", "/api/payments/validate", { paymentId, action: "approve", reason });
      expect(await approve("ada")).toMatchObject({
        status: 202,
        body: { data: { id: paymentId, pendingApproval: { by: people().ada.userId } } },
      });
      expect((await approve("ada")).status).toBe(202);
      expect(await queue("payments")).toMatchObject([{ firstApproval: { by: people().ada.userId } }]);
      expect(await approve("ben")).toMatchObject({ status: 200, body: { data: { status: "succeeded" } } });
      expect(await queue("payments")).toEqual([]);
    } finally {
      restore();
    }
  });

  it("of roles, payouts, debts or flags lists its items, in pages for debts and flags", async () => {
    const { cleo: debtor } = people();
    process.env["ROLE_FOUR_EYES"] = "true";
    await as("ada").send("PUT", path("cleo", "/role"), { role: "EMPLOYE", reason });
    expect(await queue("roles")).toMatchObject([
      { userId: debtor.userId, role: "EMPLOYE", before: "PARTICULIER", requestedBy: people().ada.userId },
    ]);
    await as("ada").send("POST", "/api/admin/saveback-payout", { action: "execute" });
    expect(await queue("payouts")).toMatchObject([
      { requestedBy: people().ada.userId, status: "pending_human_approval", rewards: 0, totals: [] },
    ]);
    const owe = (asset: string) =>
      Table.commit(Debts.debtWrites(accountOf({ userId: debtor.userId, mode: "live" }, asset), 1234n));
    await owe("EUR");
    await owe("USD");
    const debts = ["USD", "EUR"].map((asset) => ({ userId: debtor.userId, asset, amount: "12.34" }));
    expect(await queue("debts")).toEqual(debts);
    const first = await as("ada").get("/api/admin/queues/debts?limit=1");
    const second = await as("ada").get(`/api/admin/queues/debts?limit=1&after=${first.body["next"]}`);
    expect([first, second].flatMap(({ body }) => body["debts"])).toEqual(debts);
    await Flags.raise({ kind: "payment", id: "pi_1" }, { why: "more came", userId: debtor.userId });
    await Flags.raise({ kind: "bank_transfer", id: "tr:2" }, { why: "unassigned" });
    await Flags.raise({ kind: "payment", id: "pi_1" }, { why: "repeated" });
    const one = await as("ada").get("/api/admin/queues/flagged?limit=1");
    const other = await as("ada").get(`/api/admin/queues/flagged?limit=1&after=${one.body["next"]}`);
    expect([one, other].flatMap(({ body }) => body["flagged"])).toMatchObject([
      { kind: "payment", id: "pi_1", why: "more came", userId: debtor.userId },
      { kind: "bank_transfer", id: "tr:2", why: "unassigned", userId: null },
    ]);
    await Flags.remove({ kind: "bank_transfer", id: "tr:2" });
    expect(await queue("flagged")).toHaveLength(1);
    const suspended = {
      kind: "suspense",
      id: "hold:hold_1",
      why: "its receiver is erased",
      asset: "EUR",
    } as const;
    await Table.put(flag.item({ ...suspended, at: Clock.nowIso(), amount: 1234n }));
    const { body } = await as("ada").get("/api/admin/queues/flagged?kind=suspense");
    expect(body["flagged"]).toMatchObject([{ ...suspended, amount: "12.34", userId: null }]);
    await Table.remove(flag.key(suspended));
  });

  it("of flags lists a flag until an administrator, but not the flagged user, resolves it with a note", async () => {
    const { ada: one, ben: other, cleo: owner } = people();
    const of = { kind: "withdrawal", id: Ids.create("withdrawal") } as const;
    await Flags.raise(of, { why: "another amount", userId: owner.userId });
    await Flags.raise({ kind: "payment", id: of.id }, { why: "more came", userId: one.userId });
    const ids = async (query: string) => {
      const { body } = await as("ada").get(`/api/admin/queues/flagged?limit=100&${query}`);
      return (body["flagged"] as unknown as Flags.Flag[]).filter(({ id }) => id === of.id);
    };
    expect((await ids("kind=withdrawal")).map(({ kind }) => kind)).toEqual(["withdrawal"]);
    const resolve = (actor: keyof typeof tokens, body: object) =>
      as(actor).send("POST", "/api/admin/queues/flagged/resolve", {
        ...of,
        note: "the bank was asked",
        ...body,
      });
    expect(codeOf(await resolve("ada", { kind: "payment" }))).toEqual([403, "OWN_FLAG"]);
    expect(codeOf(await resolve("ada", { kind: "order" }))).toEqual([404, "FLAG_NOT_FOUND"]);
    expect((await resolve("cleo", {})).status).toBe(403);
    const [first, again] = [await resolve("ada", {}), await resolve("ada", {})];
    const noted = { by: one.userId, note: "the bank was asked" };
    expect(first).toMatchObject({
      status: 200,
      body: { flagged: { ...of, why: "another amount", userId: owner.userId, resolution: noted } },
    });
    expect(again.body).toEqual(first.body);
    expect(codeOf(await resolve("ben", {}))).toEqual([409, "FLAG_RESOLVED"]);
    expect(codeOf(await resolve("ada", { note: "no" }))).toEqual([409, "FLAG_RESOLVED"]);
    expect(await ids("kind=withdrawal")).toEqual([]);
    expect(await ids("status=resolved")).toMatchObject([{ ...of, resolution: noted }]);
    expect(await ids("status=all")).toHaveLength(2);
    const actions = (await trailOf("cleo")).filter(({ deed }) => deed === "flag-resolved");
    expect(actions).toMatchObject([{ by: one.userId, to: owner.userId, reason: "the bank was asked" }]);

    await Flags.raise(of, { why: "another amount", userId: owner.userId });
    expect(await ids("kind=withdrawal")).toEqual([]);
    await Flags.raise(of, { why: "it was paid twice", userId: owner.userId });
    expect(await ids("kind=withdrawal")).toMatchObject([{ why: "it was paid twice", resolution: null }]);
    expect((await resolve("ben", {})).body).toMatchObject({ flagged: { resolution: { by: other.userId } } });
  });
});
