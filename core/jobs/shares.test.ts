import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { complete } from "./ending.ts";
import * as Jobs from "./index.ts";
import { lease } from "./lease.ts";
import { MAX_SHARES } from "./schema.ts";
import * as Shares from "./shares.ts";

withDatabase();

async function user(emailVerified = true): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  return onWeb(await create({ name: "Sam Sharer", email, emailVerified }));
}

/** A job that has succeeded. */
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

it("reaches the recipient once, however often and however many at once it is shared", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  await Promise.all(Array.from({ length: 8 }, () => Shares.share(owner, jobId, friend.email)));
  expect(await eventsOf(friend)).toBe(1);
  expect((await Shares.read(friend, jobId)).job).toMatchObject({ jobId, result: '{"ok":true}' });
  expect((await Jobs.fromId(owner, jobId)).sharedWith).toEqual([friend.email]);
});

it("shows whose it is, without an address that nobody has proven to be theirs", async () => {
  const [owner, squatter, friend] = [await user(), await user(false), await user()];
  const [proven, unproven] = [await done(owner), await done(squatter)];
  await Shares.share(owner, proven, friend.email);
  await Shares.share(squatter, unproven, friend.email);
  const from = async (jobId: string) => (await Shares.read(friend, jobId)).shared?.from;
  expect(await from(proven)).toEqual({ name: "Sam Sharer", email: owner.email });
  expect(await from(unproven)).toEqual({ name: "Sam Sharer", email: null });
});

it("is with fifty addresses at most, known or not, and one that was taken back makes room", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  for (let n = 0; n < MAX_SHARES; n++) await Shares.share(owner, jobId, `nobody-${n}@example.com`);
  await expect(Shares.share(owner, jobId, friend.email)).rejects.toMatchObject({
    code: "SHARE_LIMIT_REACHED",
  });
  expect(await eventsOf(friend)).toBe(0);
  await expect(Shares.read(friend, jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  await Shares.share(owner, jobId, "nobody-3@example.com");
  await Shares.unshare(owner, jobId, "nobody-3@example.com");
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(1);
});

it("lists what was shared page by page, newest first, as long as the job lives", async () => {
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

it("with a blocked account is answered as with any other, and reaches nobody", async () => {
  const [owner, friend] = [await user(), await user()];
  await Table.update(userProfile.key({ userId: friend.userId }), { set: { blockedAt: Clock.nowIso() } });
  const jobId = await done(owner);
  await Shares.share(owner, jobId, friend.email);
  expect(await eventsOf(friend)).toBe(0);
});

it("reaches an account that has proven its address alone, and is answered alike before", async () => {
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

it("is taken off the list by the recipient alone, for good as long as the owner does not take it back", async () => {
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
