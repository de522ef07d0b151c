import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../clock/index.ts";
import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { create } from "../identity/new-user.ts";
import * as Table from "../platform/table.ts";
import { complete } from "./ending.ts";
import * as Jobs from "./index.ts";
import { lease } from "./lease.ts";
import { MAX_SHARES } from "./schema.ts";
import * as Shares from "./shares.ts";

withDatabase();

async function user(): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  const { userId, name } = await create({ name: "Sam Sharer", email, emailVerified: true });
  return { kind: "user", userId, sessionId: "ses_test", role: "PARTICULIER", email, name };
}

/** A job that has succeeded. */
async function done(actor: UserActor): Promise<string> {
  const { jobId } = await Jobs.create(actor, { type: "render", payload: { secret: 1 } });
  const leased = await lease(actor, { capabilities: ["render"], seconds: 60, worker: "w" });
  await complete(actor, leased?.leaseToken ?? "", { result: { ok: true } });
  return jobId;
}

async function told({ userId }: UserActor): Promise<number> {
  let count = 0;
  for await (const item of Table.scan())
    if (item["type"] === "share-received" && String(item["payload"]).includes(userId)) count++;
  return count;
}

it("tells the recipient once, however often and however many at once it is shared", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  await Promise.all(Array.from({ length: 8 }, () => Shares.share(owner, jobId, friend.email)));
  expect(await told(friend)).toBe(1);
  expect((await Shares.read(friend, jobId)).job).toMatchObject({ jobId, result: { ok: true } });
  expect((await Jobs.fromId(owner, jobId)).sharedWith).toEqual([friend.email]);
});

it("is with fifty addresses at most, known or not, and one that was taken back makes room", async () => {
  const [owner, friend] = [await user(), await user()];
  const jobId = await done(owner);
  for (let n = 0; n < MAX_SHARES; n++) await Shares.share(owner, jobId, `nobody-${n}@example.com`);
  await expect(Shares.share(owner, jobId, friend.email)).rejects.toMatchObject({
    code: "SHARE_LIMIT_REACHED",
  });
  expect(await told(friend)).toBe(0);
  await expect(Shares.read(friend, jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  await Shares.share(owner, jobId, "nobody-3@example.com");
  await Shares.unshare(owner, jobId, "nobody-3@example.com");
  await Shares.share(owner, jobId, friend.email);
  expect(await told(friend)).toBe(1);
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
  await Table.update({
    key: userProfile.key({ userId: friend.userId }),
    update: "SET blockedAt = :now",
    values: { ":now": Clock.nowIso() },
  });
  const jobId = await done(owner);
  await Shares.share(owner, jobId, friend.email);
  expect(await told(friend)).toBe(0);
});
