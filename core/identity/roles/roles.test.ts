import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { createUser } from "../../../tests/support/people.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import type { Role } from "../actor.ts";
import * as ApiKeys from "../api-keys/index.ts";
import { fromText } from "../api-keys/open.ts";
import * as Devices from "../devices/index.ts";
import { roster } from "../entity.ts";
import * as Sessions from "../sessions.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import { create } from "../users.ts";
import { block, changeRole, listStaff, unblock } from "./index.ts";
import * as Requests from "./requests.ts";

const database = withDatabase();
withSecrets();

const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code ?? one.reason.name)));
const roleOf = async ({ userId }: User) => (await Users.fromId(userId))?.role;
const auditOf = async ({ userId }: User) =>
  (await Trail.list({ limit: 100 }, userId)).items.map(({ deed, by, about }) => ({ deed, by, about }));

async function events(type: string, userId: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of Table.scan())
    if (item["type"] === type) found.push(JSON.parse(`${item["payload"]}`));
  return found.filter((one) => (one as { userId: string }).userId === userId);
}

let [ada, ben, cleo]: User[] = [];
const admins = () => [ada, ben, cleo] as [User, User, User];
beforeEach(async () => {
  Clock.setOffset(0);
  process.env["ROLE_FOUR_EYES"] = "false";
  await Table.update(roster.key({}), { set: { administrators: undefined, employees: undefined } });
  [ada, ben, cleo] = [await createUser("ADMIN"), await createUser("ADMIN"), await createUser()];
});
const to = (role: Role, approvalId?: string) => ({ role, reason: "a test", approvalId });

describe("a role", () => {
  it("is changed immediately without a second administrator, with one audit entry and one event for each change", async () => {
    const [one, , other] = admins();
    expect(await changeRole(onWeb(one), other.userId, to("EMPLOYE"))).toMatchObject({ kind: "changed" });
    expect(await changeRole(onWeb(one), other.userId, to("EMPLOYE"))).toMatchObject({ kind: "changed" });
    expect(await roleOf(other)).toBe("EMPLOYE");
    await changeRole(onWeb(one), other.userId, to("PARTICULIER"));
    expect(await roleOf(other)).toBe("PARTICULIER");
    expect(await auditOf(other)).toEqual([
      { deed: "role-changed", by: one.userId, about: { before: "EMPLOYE", role: "PARTICULIER" } },
      { deed: "role-changed", by: one.userId, about: { before: "PARTICULIER", role: "EMPLOYE" } },
    ]);
    expect(await events("role-changed", other.userId)).toHaveLength(2);
  });

  it("can be changed only by administrators, never for themselves or for unknown, unverified or blocked users", async () => {
    const [one, two, other] = admins();
    const employee = await createUser("EMPLOYE");
    const refusals = await Promise.allSettled([
      changeRole(onWeb(employee), other.userId, to("EMPLOYE")),
      changeRole(onWeb(one), one.userId, to("PARTICULIER")),
      changeRole(onWeb(one), "usr_unknown", to("EMPLOYE")),
    ]);
    expect(codes(refusals)).toEqual(["FORBIDDEN", "OWN_ROLE", "AUTH_USER_NOT_FOUND"]);
    const squatter = await create({ name: "Eve", email: "eve@example.com", emailVerified: false });
    await expect(changeRole({ operator: "op" }, squatter.userId, to("ADMIN"))).rejects.toMatchObject({
      code: "ADDRESS_NOT_PROVEN",
    });
    await block(onWeb(two), other.userId, "a test");
    await expect(changeRole(onWeb(one), other.userId, to("EMPLOYE"))).rejects.toMatchObject({
      code: "USER_IS_BLOCKED",
    });
    expect(await auditOf(squatter)).toEqual([]);
  });

  it("cannot be changed by an administrator who loses the role at any point of the change", async () => {
    for (let at = 0; ; at++) {
      const [one, two, other] = [await createUser("ADMIN"), await createUser("ADMIN"), await createUser()];
      let calls = 0;
      const take = () => changeRole(onWeb(two), one.userId, to("PARTICULIER"));
      const turn = () => (calls++ === at ? take() : undefined);
      let given: unknown;
      await interleave(
        database.endpoint,
        async () => {
          given = await changeRole(onWeb(one), other.userId, to("ADMIN")).catch((error: unknown) => error);
        },
        turn,
      );
      if (calls <= at) return;
      expect([at, given]).toEqual([at, expect.objectContaining({ code: "FORBIDDEN" })]);
      expect(await roleOf(other)).toBe("PARTICULIER");
    }
  });
});

describe("the last administrator", () => {
  it("can neither lose the role nor be blocked, also if two administrators remove each other concurrently", async () => {
    for (let round = 0; round < 8; round++) {
      await Table.update(roster.key({}), { set: { administrators: undefined } });
      const [one, two] = [await createUser("ADMIN"), await createUser("ADMIN")];
      const outcomes = await Promise.allSettled([
        changeRole(onWeb(one), two.userId, to("PARTICULIER")),
        round % 2 === 0
          ? changeRole(onWeb(two), one.userId, to("PARTICULIER"))
          : block(onWeb(two), one.userId, "a test"),
      ]);
      expect(codes(outcomes).filter((code) => code === "done")).toHaveLength(1);
      const left = await listStaff();
      expect(left.filter(({ role, blocked }) => role === "ADMIN" && !blocked)).toHaveLength(1);
      await expect(
        changeRole({ operator: "op" }, left[0]?.userId ?? "", to("EMPLOYE")),
      ).rejects.toMatchObject({
        code: "LAST_ADMINISTRATOR",
      });
      await expect(block({ operator: "op" }, left[0]?.userId ?? "", "a test")).rejects.toMatchObject({
        code: "LAST_ADMINISTRATOR",
      });
    }
  });

  it("is determined among the administrators who are not blocked", async () => {
    const [one, two] = admins();
    await block(onWeb(one), two.userId, "a test");
    await expect(changeRole({ operator: "op" }, one.userId, to("EMPLOYE"))).rejects.toMatchObject({
      code: "LAST_ADMINISTRATOR",
    });
    await unblock(onWeb(one), two.userId, "a test");
    await changeRole({ operator: "op" }, one.userId, to("EMPLOYE"));
    expect((await listStaff()).map(({ userId, role }) => [userId, role])).toEqual([
      [two.userId, "ADMIN"],
      [one.userId, "EMPLOYE"],
    ]);
  });
});

describe("if a second administrator is required,", () => {
  beforeEach(() => {
    process.env["ROLE_FOUR_EYES"] = "true";
  });

  const ask = async (role: Role = "EMPLOYE") => {
    const outcome = await changeRole(onWeb(admins()[0]), admins()[2].userId, to(role));
    if (outcome.kind !== "pending") throw new Error("it was done at once");
    return outcome.approvalId;
  };

  it("a staff role waits for another administrator, who approves exactly this role, once", async () => {
    const [one, two, other] = admins();
    const [approvalId, stranger] = [await ask(), await createUser()];
    expect(await ask()).toBe(approvalId);
    expect(await roleOf(other)).toBe("PARTICULIER");
    expect(await Requests.list(onWeb(admins()[0]))).toMatchObject([
      { approvalId, userId: other.userId, role: "EMPLOYE" },
    ]);
    const refusals = await Promise.allSettled([
      changeRole(onWeb(one), other.userId, to("EMPLOYE", approvalId)),
      changeRole(onWeb(two), other.userId, to("ADMIN", approvalId)),
      changeRole(onWeb(two), other.userId, to("ADMIN")),
      changeRole(onWeb(two), stranger.userId, to("EMPLOYE", approvalId)),
    ]);
    expect(codes(refusals)).toEqual([
      "OWN_ROLE_REQUEST",
      "ROLE_REQUEST_MISMATCH",
      "ROLE_REQUEST_WAITS",
      "ROLE_REQUEST_NOT_FOUND",
    ]);
    const third = await createUser("ADMIN");
    const outcomes = await Promise.allSettled(
      [two, third, two, third].map((admin) =>
        changeRole(onWeb(admin), other.userId, to("EMPLOYE", approvalId)),
      ),
    );
    expect(codes(outcomes)).toEqual(["done", "done", "done", "done"]);
    expect((await auditOf(other)).map(({ deed }) => deed)).toEqual(["role-changed", "role-change-asked"]);
    expect((await auditOf(other))[0]?.about).toMatchObject({ requestedBy: one.userId });
    expect(await events("role-changed", other.userId)).toHaveLength(1);
    expect(await Requests.list(onWeb(admins()[0]))).toEqual([]);
  });

  it("a customer's role needs only one administrator", async () => {
    const [one, , other] = admins();
    expect(await changeRole(onWeb(one), other.userId, to("PROFESSIONNEL"))).toMatchObject({
      kind: "changed",
    });
  });

  it("a request ends after 24 hours, on withdrawal, and if its author loses the role", async () => {
    const [one, two, other] = admins();
    const approve = (approvalId: string) => changeRole(onWeb(two), other.userId, to("EMPLOYE", approvalId));
    const gone = { code: "ROLE_REQUEST_NOT_FOUND" };
    const late = await ask();
    Clock.setOffset(DAY_MS + 1);
    await expect(approve(late)).rejects.toMatchObject(gone);
    expect(await Requests.list(onWeb(admins()[0]))).toEqual([]);
    const withdrawn = await ask();
    await Requests.reject(onWeb(two), other.userId, withdrawn);
    await expect(approve(withdrawn)).rejects.toMatchObject(gone);
    await expect(Requests.reject(onWeb(one), other.userId, withdrawn)).rejects.toMatchObject(gone);
    const orphan = await ask();
    await changeRole({ operator: "op" }, one.userId, to("PARTICULIER"));
    await expect(approve(orphan)).rejects.toMatchObject(gone);
    expect(await roleOf(other)).toBe("PARTICULIER");
  });

  it("an approval fails if its author loses the role at any point of it", async () => {
    for (let at = 0; ; at++) {
      const [one, two, other] = [await createUser("ADMIN"), await createUser("ADMIN"), await createUser()];
      const asked = await changeRole(onWeb(one), other.userId, to("ADMIN"));
      const approvalId = asked.kind === "pending" ? asked.approvalId : "";
      let calls = 0;
      const take = () => changeRole({ operator: "op" }, two.userId, to("PARTICULIER"));
      const turn = () => (calls++ === at ? take() : undefined);
      let given: unknown;
      await interleave(
        database.endpoint,
        async () => {
          given = await changeRole(onWeb(two), other.userId, to("ADMIN", approvalId)).catch(
            (error: unknown) => error,
          );
        },
        turn,
      );
      if (calls <= at) return;
      expect([at, given]).toEqual([at, expect.objectContaining({ code: "FORBIDDEN" })]);
      expect(await roleOf(other)).toBe("PARTICULIER");
    }
  });
});

describe("a block", () => {
  it("ends sessions, devices and keys immediately, and prevents sign-ins until the user is unblocked", async () => {
    const [one, , other] = admins();
    const client = { ip: "192.0.2.1", userAgent: "test" };
    const device = {
      deviceId: crypto.randomUUID(),
      deviceInfo: { platform: "ios", model: "m", osVersion: "1", appVersion: "1" },
    } as const;
    const web = await Sessions.start(other, client);
    const mobile = await Devices.start(other, client, device);
    const key = await ApiKeys.create(onWeb(other), {
      name: "Bot",
      mode: "live",
      plan: "free",
      scopes: ["*"],
    });
    const live = async () => [
      await Sessions.isValid({ userId: other.userId, sessionId: web.sessionId }),
      await Sessions.isValid({ userId: other.userId, sessionId: mobile.sessionId }),
      (await fromText(key.secret)) !== undefined,
    ];
    expect(await live()).toEqual([true, true, true]);
    await block(onWeb(one), other.userId, "stolen");
    await block(onWeb(one), other.userId, "stolen");
    expect(await live()).toEqual([false, false, false]);
    await expect(Sessions.start(other, client)).rejects.toMatchObject({ code: "AUTH_ACCOUNT_BLOCKED" });
    await unblock(onWeb(one), other.userId, "found");
    expect(await live()).toEqual([false, false, false]);
    const now = await Users.fromId(other.userId);
    expect(await Sessions.start(now as User, client)).toMatchObject({ sessionId: expect.any(String) });
    expect((await auditOf(other)).map(({ deed }) => deed)).toEqual(["user-unblocked", "user-blocked"]);
    expect(await events("user-blocked", other.userId)).toHaveLength(1);
    expect(await events("user-unblocked", other.userId)).toHaveLength(1);
  });
});

describe("the audit trail", () => {
  it("is listed page by page, newest first, each action once", async () => {
    const [one, , other] = admins();
    for (const [index, role] of (["EMPLOYE", "PARTICULIER", "EMPLOYE"] as const).entries()) {
      Clock.setOffset(DAY_MS + index);
      await changeRole({ operator: "op" }, other.userId, to(role));
    }
    const first = await Trail.list({ limit: 2 }, other.userId);
    const second = await Trail.list({ limit: 2, after: first.next?.deedId }, other.userId);
    expect([...first.items, ...second.items].map(({ about, by }) => [about["role"], by])).toEqual([
      ["EMPLOYE", "operator:op"],
      ["PARTICULIER", "operator:op"],
      ["EMPLOYE", "operator:op"],
    ]);
    expect(second.next).toBeUndefined();
    expect((await Trail.list({ limit: 1 }, undefined)).items).toEqual([first.items[0]]);
    expect(await Trail.list({ limit: 5 }, one.userId)).toMatchObject({ items: [] });
  });
});
