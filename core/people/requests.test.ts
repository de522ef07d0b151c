import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { withPsp } from "../../tests/support/psp.ts";
import type { WebActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import * as Users from "../identity/users.ts";
import { create } from "../identity/users.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import { requestErasureOf } from "./admin-requests.ts";
import { erasure } from "./entity.ts";
import { overview, requestErasure } from "./requests.ts";

const database = withDatabase();
withSecrets();
withPsp();
beforeEach(() => {
  vi.stubEnv("ROLE_FOUR_EYES", "true");
});
afterEach(() => vi.unstubAllEnvs());

async function currentActor(userId: string): Promise<WebActor> {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("no user");
  return onWeb(user);
}

async function createAccount(role?: "ADMIN"): Promise<WebActor> {
  const user = await create({
    name: "Ada",
    email: newEmail(),
    emailVerified: true,
  });
  if (role) await Users.setRole(user.userId, role);
  return currentActor(user.userId);
}

const requestByAdmin = (admin: WebActor, { userId }: WebActor) =>
  requestErasureOf(admin, userId, { reason: "by mail" });

it("retains a user's own request that is made at any point of an administrator's request", async () => {
  const admin = await createAccount("ADMIN");
  for (let at = 0; ; at++) {
    const user = await createAccount();
    let calls = 0;
    const turn = () => (calls++ === at ? requestErasure(user) : undefined);
    await interleave(database.endpoint, () => requestByAdmin(admin, user), turn);
    if (calls <= at) return expect(at).toBeGreaterThan(2);
    const { dueAt } = await overview(user);
    expect(dueAt).toEqual(expect.any(String));
    expect(await Table.find(erasure, user)).toMatchObject({ status: "waiting", dueAt });
    expect(await Table.get(erasure.key(user))).toHaveProperty("duePk");
  }
});

it("merges two administrators' concurrent requests into one, which a third may approve", async () => {
  const [one, two, three] = [
    await createAccount("ADMIN"),
    await createAccount("ADMIN"),
    await createAccount("ADMIN"),
  ];
  for (let at = 0; ; at++) {
    const user = await createAccount();
    let calls = 0;
    let first: unknown;
    const turn = () =>
      calls++ === at
        ? requestByAdmin(two, user).then((outcome) => {
            first = outcome;
          })
        : undefined;
    const outcome = await interleave(database.endpoint, () => requestByAdmin(one, user), turn);
    if (calls <= at) return expect(at).toBeGreaterThan(2);
    expect(outcome).toEqual(first);
    const approvalId = outcome.kind === "pending" ? outcome.approvalId : "";
    const approved = await requestErasureOf(three, user.userId, { reason: "yes", approvalId });
    expect(approved).toMatchObject({ kind: "asked" });
  }
});

it("accepts an administrator's approval if the user's security stamp changes at any point of it", async () => {
  const [one, two] = [await createAccount("ADMIN"), await createAccount("ADMIN")];
  for (let at = 0; ; at++) {
    const user = await createAccount();
    const pending = await requestByAdmin(one, user);
    const approvalId = pending.kind === "pending" ? pending.approvalId : "";
    let calls = 0;
    const turn = () =>
      calls++ === at
        ? Table.update(userProfile.key(user), { set: { securityStamp: Ids.secret(8) } })
        : undefined;
    const approving = () => requestErasureOf(two, user.userId, { reason: "yes", approvalId });
    expect(await interleave(database.endpoint, approving, turn)).toMatchObject({ kind: "asked" });
    if (calls <= at) return expect(at).toBeGreaterThan(2);
  }
});

it("rejects an administrator whose session has ended, or who has lost the role, with different errors", async () => {
  const [one, two, user] = [
    await createAccount("ADMIN"),
    await createAccount("ADMIN"),
    await createAccount(),
  ];
  await Table.update(userProfile.key(one), { set: { securityStamp: Ids.secret(8) } });
  await expect(requestByAdmin(one, user)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await Table.update(userProfile.key(two), { set: { role: "PARTICULIER" } });
  await expect(requestByAdmin(two, user)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await Table.find(erasure, user)).toBeUndefined();
});

it("rejects the approval of a request whose author is no longer an administrator", async () => {
  const [one, two, user] = [
    await createAccount("ADMIN"),
    await createAccount("ADMIN"),
    await createAccount(),
  ];
  const pending = await requestByAdmin(one, user);
  await Users.setRole(one.userId, "EMPLOYE");
  const approvalId = pending.kind === "pending" ? pending.approvalId : "";
  await expect(requestErasureOf(two, user.userId, { reason: "yes", approvalId })).rejects.toMatchObject({
    code: "ERASURE_REQUEST_NOT_FOUND",
  });
});
