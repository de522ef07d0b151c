import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { type WebActor, webActor } from "../identity/actor.ts";
import { block, unblock } from "../identity/roles/index.ts";
import * as Sessions from "../identity/sessions.ts";
import * as Trail from "../identity/trail/index.ts";
import * as Users from "../identity/users.ts";
import { create as createUser } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Outcome, requestErasureOf } from "./admin-requests.ts";
import { erasure } from "./entity.ts";
import { runDue } from "./erasure.ts";
import * as HeldUp from "./held-up.ts";
import { requestErasure } from "./requests.ts";

const database = withDatabase();
withSecrets();
withObjects();
withPsp();
const ses = withMockedEmail();
beforeEach(() => {
  vi.stubEnv("ROLE_FOUR_EYES", "true");
});

const advanceDays = (days: number) => Clock.setOffset(Clock.offset() + days * 86_400_000);
const currentActor = async (actor: WebActor): Promise<WebActor> =>
  webActor(await Users.readOwn(actor), actor.sessionId);

async function createAccount(): Promise<WebActor> {
  const email = newEmail();
  return onWeb(await createUser({ name: "Fay", email, emailVerified: true }));
}

async function createAdmin(): Promise<WebActor> {
  const one = await createAccount();
  await Users.setRole(one.userId, "ADMIN");
  return currentActor(one);
}

it("holds up the erasure that the owner of a blocked account requested, until the account is unblocked", async () => {
  const [one, actor] = [await createAdmin(), await createAccount()];
  const { userId } = actor;
  await requestErasure(await currentActor(actor));
  await block(one, userId, "fraud");
  advanceDays(31);
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeUndefined();
  expect(await Table.find(erasure, { userId })).toMatchObject({ status: "held-up", heldUpBy: ["BLOCKED"] });
  // The erasure continues after staff has unblocked the account.
  await unblock(one, userId, "nothing was found");
  advanceDays(1);
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

describe("the erasure of a blocked account, requested by its owner and approved by two administrators", () => {
  async function blocked() {
    const [one, two, actor] = [await createAdmin(), await createAdmin(), await createAccount()];
    const { userId } = actor;
    const { dueAt } = await requestErasure(await currentActor(actor));
    await block(one, userId, "fraud");
    return { one, two, actor, userId, dueAt };
  }
  const pendingOf = (outcome: Outcome) => (outcome.kind === "pending" ? outcome.approvalId : "");
  const stands = (userId: string) => Table.find(erasure, { userId });

  it("runs on its due date, and retains the owner's request beside the approval", async () => {
    const { one, two, userId, dueAt } = await blocked();
    const approvalId = pendingOf(await requestErasureOf(one, userId, { reason: "by mail" }));
    expect(await stands(userId)).toMatchObject({
      status: "waiting",
      requestedBy: userId,
      dueAt,
      askedBy: one.userId,
    });
    // A repeated request returns the pending one. Its author cannot approve it.
    expect(pendingOf(await requestErasureOf(one, userId, { reason: "again" }))).toBe(approvalId);
    await expect(requestErasureOf(one, userId, { reason: "mine", approvalId })).rejects.toMatchObject({
      code: "OWN_ERASURE_REQUEST",
    });
    const other = Ids.create("approval");
    await expect(requestErasureOf(two, userId, { reason: "no", approvalId: other })).rejects.toMatchObject({
      code: "ERASURE_REQUEST_NOT_FOUND",
    });
    expect(await requestErasureOf(two, userId, { reason: "yes", approvalId })).toEqual({
      kind: "asked",
      dueAt,
    });
    expect(await stands(userId)).toMatchObject({ requestedBy: userId, dueAt, approvedBy: two.userId });
    expect(await requestErasureOf(one, userId, { reason: "once more" })).toEqual({ kind: "asked", dueAt });
    await runDue();
    expect((await Users.fromId(userId))?.closedAt).toBeUndefined();
    advanceDays(31);
    await runDue();
    expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
    const actions = (await Trail.list({ limit: 9 }, userId)).items;
    expect(actions.map(({ deed, by }) => [deed, by])).toEqual([
      ["user-erased", two.userId],
      ["user-erasure-approved", two.userId],
      ["user-erasure-asked", one.userId],
      ["user-blocked", one.userId],
    ]);
  });

  it("runs at the next sweep if its due date has passed, and is removed from the queue of held-up erasures", async () => {
    const { one, two, userId } = await blocked();
    advanceDays(31);
    await runDue();
    const held = async () => (await HeldUp.list(one, { limit: 50 })).items.find((it) => it.userId === userId);
    expect(await held()).toMatchObject({ reasons: [{ code: "BLOCKED" }], pending: undefined });
    const approvalId = pendingOf(await requestErasureOf(one, userId, { reason: "by mail" }));
    expect(await held()).toMatchObject({ pending: { id: approvalId, requestedBy: one.userId } });
    await requestErasureOf(two, userId, { reason: "yes", approvalId });
    await runDue();
    expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
    expect(await held()).toBeUndefined();
  });

  it("does not run if the owner was unblocked and has canceled it", async () => {
    const { one, two, actor, userId } = await blocked();
    const approvalId = pendingOf(await requestErasureOf(one, userId, { reason: "by mail" }));
    await requestErasureOf(two, userId, { reason: "yes", approvalId });
    await unblock(one, userId, "nothing was found");
    await Sessions.start(await Users.readOwn(actor), { ip: "192.0.2.9", userAgent: "test" });
    await block(one, userId, "fraud after all");
    advanceDays(31);
    await runDue();
    expect((await Users.fromId(userId))?.erasedAt).toBeUndefined();
  });

  it("retains the owner's request and its due date if the approval occurs at any point of a run", async () => {
    for (let at = 0; ; at++) {
      const { one, two, userId, dueAt } = await blocked();
      advanceDays(31);
      const approvalId = pendingOf(await requestErasureOf(one, userId, { reason: "by mail" }));
      let calls = 0;
      const turn = () =>
        calls++ === at ? requestErasureOf(two, userId, { reason: "yes", approvalId }) : undefined;
      await interleave(database.endpoint, runDue, turn);
      if (calls <= at) return expect(at).toBeGreaterThan(2);
      expect(await stands(userId)).toMatchObject({ requestedBy: userId, dueAt, approvedBy: two.userId });
      await runDue();
      expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
    }
  });
});

it("does not unblock an account whose erasure has begun", async () => {
  const [one, actor] = [await createAdmin(), await createAccount()];
  await requestErasure(await currentActor(actor));
  advanceDays(31);
  const tries: unknown[] = [];
  ses.on(SendEmailCommand).callsFake(async () => {
    tries.push(await unblock(one, actor.userId, "a mistake").catch(({ code }: { code: string }) => code));
    return {};
  });
  await runDue();
  expect(tries).toEqual(["USER_IS_ERASED"]);
  expect((await Users.fromId(actor.userId))?.erasedAt).toBeDefined();
});
