import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { newActor } from "../../tests/support/ledger.ts";
import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { complete } from "./ending.ts";
import * as Jobs from "./index.ts";
import { lease } from "./lease.ts";
import { MAX_SHARES, MAX_TEMPLATES } from "./schema.ts";
import * as Shares from "./shares.ts";
import * as Templates from "./templates.ts";

withDatabase();

async function user(emailVerified = true): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  return onWeb(await create({ name: "Sam Sharer", email, emailVerified }));
}

/** Creates a successful job. */
async function done(actor: UserActor): Promise<string> {
  const { jobId } = await Jobs.create(actor, { type: "render", payload: { secret: 1 } });
  const leased = await lease(actor, { capabilities: ["render"], seconds: 60, worker: "w" });
  await complete(actor, leased?.leaseToken ?? "", { result: { ok: true } });
  return jobId;
}

async function eventsOf({ userId }: UserActor): Promise<number> {
  let count = 0;
  for await (const item of Table.scan())
    if (item["type"] === "share-received" && String(item["payload"]).includes(userId)) count++;
  return count;
}

it("a share is published to the recipient once if it is requested eight times concurrently", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  await Promise.all(Array.from({ length: 8 }, () => Shares.share(owner, jobId, friend.email)));
  expect(await eventsOf(friend)).toBe(1);
  expect((await Shares.read(friend, jobId)).job).toMatchObject({ jobId, result: '{"ok":true}' });
  expect((await Jobs.fromId(owner, jobId)).sharedWith).toEqual([friend.email]);
});

it("a share shows the job's owner, with the email address only if it is verified", async () => {
  const [owner, squatter, friend] = [await user(), await user(false), await user()];
  const [proven, unproven] = [await done(owner), await done(squatter)];
  await Shares.share(owner, proven, friend.email);
  await Shares.share(squatter, unproven, friend.email);
  const from = async (jobId: string) => (await Shares.read(friend, jobId)).shared?.from;
  expect(await from(proven)).toEqual({ name: "Sam Sharer", email: owner.email });
  expect(await from(unproven)).toEqual({ name: "Sam Sharer", email: null });
});

it("a job can be shared with fifty addresses, with or without an account, revoked ones not counted", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  for (let n = 0; n < MAX_SHARES; n++) await Shares.share(owner, jobId, `unknown-${n}@example.com`);
  await expect(Shares.share(owner, jobId, friend.email)).rejects.toMatchObject({
    code: "SHARE_LIMIT_REACHED",
  });
  expect(await eventsOf(friend)).toBe(0);
  await expect(Shares.read(friend, jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  await Shares.share(owner, jobId, "unknown-3@example.com");
  await Shares.unshare(owner, jobId, "unknown-3@example.com");
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(1);
});

it("shares are listed page by page, newest first, until the job expires", async () => {
  const [owner, friend] = [await user(), await user()];
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    ids.unshift(await done(owner));
    Clock.setOffset(Clock.offset() + 1000);
  }
  for (const jobId of ids) await Shares.share(owner, jobId, friend.email);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page: Shares.SeenPage = await Shares.list(friend, { limit: 2, after });
    seen.push(...page.seen.map(({ job }) => job.jobId));
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual(ids);
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  expect((await Shares.list(friend, { limit: 10 })).seen).toEqual([]);
  await expect(Shares.read(friend, ids[0] ?? "")).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
});

it("sharing with a blocked account succeeds without an event for it", async () => {
  const [owner, friend] = [await user(), await user()];
  await Table.update(userProfile.key({ userId: friend.userId }), { set: { blockedAt: Clock.nowIso() } });
  const jobId = await done(owner);
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(0);
});

it("a share reaches only an account with a verified address, and is accepted without one", async () => {
  const [owner, friend] = [await user(), await user(false)];
  const jobId = await done(owner);
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(0);
  await expect(Shares.read(friend, jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  expect((await Jobs.fromId(owner, jobId)).sharedWith).toEqual([friend.email]);
  await Table.update(userProfile.key({ userId: friend.userId }), { set: { emailVerified: Clock.nowIso() } });
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(1);
  expect((await Shares.read(friend, jobId)).job.jobId).toBe(jobId);
});

it("a share can be dismissed only by its recipient, and returns only after the owner revokes and repeats it", async () => {
  const [owner, friend, other] = [await user(), await user(), await user()];
  const [unwanted, wanted] = [await done(owner), await done(owner)];
  for (const jobId of [unwanted, wanted])
    for (const { email } of [friend, other]) await Shares.share(owner, jobId, email);
  await Shares.dismiss(friend, unwanted);
  const listed = async (one: UserActor) =>
    (await Shares.list(one, { limit: 10 })).seen.map(({ job }) => job.jobId).sort();
  expect(await listed(friend)).toEqual([wanted]);
  expect(await listed(other)).toEqual([unwanted, wanted].sort());
  await expect(Shares.read(friend, unwanted)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  await Shares.share(owner, unwanted, friend.email);
  expect(await listed(friend)).toEqual([wanted]);
  expect(await eventsOf(friend)).toBe(2);
  expect((await Jobs.fromId(owner, unwanted)).sharedWith).toContain(friend.email);
  for (const [one, jobId] of [
    [friend, unwanted],
    [owner, wanted],
    [await user(), wanted],
  ] as const)
    await expect(Shares.dismiss(one, jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  await Shares.unshare(owner, unwanted, friend.email);
  await Shares.share(owner, unwanted, friend.email);
  expect(await listed(friend)).toEqual([unwanted, wanted].sort());
});

const render = { name: "Render", type: "render" };

describe("templates", () => {
  it("are limited to a hundred under parallel requests, deleted ones not counted", async () => {
    const actor = newActor();
    const made = await Promise.allSettled(
      Array.from({ length: MAX_TEMPLATES + 5 }, () => Templates.create(actor, render)),
    );
    const refused = made.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill("TEMPLATE_LIMIT_REACHED"));
    const all = await Templates.list(actor);
    expect(all).toHaveLength(MAX_TEMPLATES);
    const id = all[0]?.templateId ?? "";
    const removed = await Promise.allSettled([1, 2, 3].map(() => Templates.remove(actor, id)));
    expect(removed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Templates.create(actor, render);
    await expect(Templates.create(actor, render)).rejects.toMatchObject({ code: "TEMPLATE_LIMIT_REACHED" });
  });

  it("keep all of several concurrent changes", async () => {
    const actor = newActor();
    const { templateId } = await Templates.create(actor, { ...render, capability: "gpu" });
    await Promise.all([
      Templates.update(actor, templateId, { name: "New" }),
      Templates.update(actor, templateId, { priority: 3 }),
      Templates.update(actor, templateId, { payload: [1] }),
      Templates.update(actor, templateId, { capability: null }),
    ]);
    const { capability, ...rest } = await Templates.fromId(actor, templateId);
    expect(rest).toMatchObject({ name: "New", priority: 3, payload: "[1]", type: "render" });
    expect(capability).toBeUndefined();
  });

  it("may have an incomplete payload for a built-in type, but no invalid field", async () => {
    const actor = newActor();
    const of = (payload: unknown) => Templates.create(actor, { name: "Tax", type: "tax-report", payload });
    expect((await of({ format: "pdf" })).payload).toBe('{"format":"pdf"}');
    await expect(of({ year: 1999 })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    await expect(of({ years: 2026 })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    await expect(of("all")).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
  });

  it("provide the omitted fields of a new job", async () => {
    const actor = newActor();
    const { templateId } = await Templates.create(actor, {
      ...render,
      payload: { a: 1, b: { c: 2 } },
      priority: 2,
      capability: "gpu",
    });
    const create = (more: object) => Jobs.create(actor, { templateId, ...more });
    expect(await create({})).toMatchObject({
      type: "render",
      payload: '{"a":1,"b":{"c":2}}',
      priority: 2,
      capability: "gpu",
    });
    expect(await create({ payload: { b: 3 }, priority: 0, capability: "cpu" })).toMatchObject({
      payload: '{"a":1,"b":3}',
      priority: 0,
      capability: "cpu",
    });
    expect(await create({ payload: [1], type: "draw" })).toMatchObject({
      payload: "[1]",
      capability: "draw",
    });
    await expect(Jobs.create(newActor(), { templateId })).rejects.toMatchObject({
      code: "TEMPLATE_NOT_FOUND",
    });
  });
});
