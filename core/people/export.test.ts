import { beforeEach, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { outboxPayloads } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { clear } from "../handover/clear.ts";
import { handOverWrites } from "../handover/endings.ts";
import type { WebActor } from "../identity/actor.ts";
import { exportReady } from "../identity/events.ts";
import { handOver } from "../identity/hand-over.ts";
import * as Users from "../identity/users.ts";
import { create } from "../identity/users.ts";
import * as Jobs from "../jobs/index.ts";
import { keyOfFile } from "../jobs/index.ts";
import { find } from "../jobs/queue.ts";
import { work } from "../jobs/work.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { notify } from "../messaging/notifications/index.ts";
import * as Objects from "../platform/objects.ts";
import { exportOf } from "./export.ts";
import { linkExport, requestExport } from "./requests.ts";

withDatabase();
withSecrets();
withObjects();
withMockedEmail();

async function currentActor(userId: string): Promise<WebActor> {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("no user");
  return onWeb(user);
}

/** An account with an unverified address, which may belong to another person. */
let former: WebActor;
beforeEach(async () => {
  const user = await create({
    name: "Former Owner",
    email: newEmail(),
    emailVerified: false,
  });
  former = await currentActor(user.userId);
});

/** Hands the account over to the owner of the address. */
async function handOverToOwner(): Promise<WebActor> {
  Clock.setOffset(Clock.offset() + 1000);
  const account = { provider: "google", subject: former.userId };
  expect(await handOver(former.userId, { name: "New Owner", account }, handOverWrites)).toBe(true);
  return currentActor(former.userId);
}
const runExportJob = () => work("test", exportOf);
const files = (jobId: string) => Array.fromAsync(Objects.keys("results", `jobs/${jobId}/`));
const notReady = expect.objectContaining({ code: "EXPORT_NOT_READY" });

it("hides a former owner's export from the new owner after a hand-over", async () => {
  const { jobId } = await requestExport(former);
  await runExportJob();
  expect((await linkExport(former)).name).toBe("my-data.json");
  const owner = await handOverToOwner();
  expect(await Jobs.latestExport(owner)).toBeUndefined();
  await expect(linkExport(owner)).rejects.toEqual(notReady);
  const own = await requestExport(owner);
  expect(own.jobId).not.toBe(jobId);
  await runExportJob();
  const { url } = await linkExport(owner);
  const text = await (await fetch(url)).text();
  expect(text).toContain("New Owner");
  expect(text).not.toContain("Former Owner");
});

it("deletes a former owner's export with its files after a hand-over, and no other export", async () => {
  const { jobId } = await requestExport(former);
  await runExportJob();
  const [{ name = "" } = {}] = (await find(former.userId, jobId))?.files ?? [];
  const owner = await handOverToOwner();
  const handedOverAt = Clock.nowIso();
  Clock.setOffset(Clock.offset() + 1000);
  const own = await requestExport(owner);
  await runExportJob();
  expect(await files(jobId)).toEqual([keyOfFile(jobId, 1, name)]);
  for (let n = 0; n < 2; n++) await clear(owner.userId, handedOverAt);
  expect(await find(owner.userId, jobId)).toBeUndefined();
  expect(await files(jobId)).toEqual([]);
  expect((await Jobs.latestExport(owner))?.jobId).toBe(own.jobId);
  expect(await files(own.jobId)).toHaveLength(1);
});

it("cancels a former owner's pending export after a hand-over", async () => {
  const { jobId } = await requestExport(former);
  const owner = await handOverToOwner();
  await clear(owner.userId, Clock.nowIso());
  expect(await runExportJob()).toBe(0);
  expect(await find(owner.userId, jobId)).toMatchObject({ status: "canceled", files: [] });
});

it("sends the email of the new owner's export after a hand-over, but not of the former owner's", async () => {
  const emails = async () =>
    (await outboxPayloads("account-export-ready"))
      .filter(({ userId }) => userId === former.userId)
      .map((payload) => ({
        id: Ids.create("event"),
        type: exportReady.type,
        occurredAt: Clock.nowIso(),
        payload,
      }));
  await requestExport(former);
  await runExportJob();
  const [before] = await emails();
  const owner = await handOverToOwner();
  expect(before && (await notify(before))).toEqual([]);
  await requestExport(owner);
  await runExportJob();
  const event = (await emails()).find(({ payload }) => payload["ownershipId"] === owner.ownershipId);
  expect(event && (await notify(event))).toContain("email");
});
