import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMember, outboxPayloads } from "../../../../tests/support/bank.ts";
import { withDatabase } from "../../../../tests/support/database.ts";
import { addDocument } from "../../../../tests/support/documents.ts";
import { interleave } from "../../../../tests/support/interleave.ts";
import { withObjects } from "../../../../tests/support/objects.ts";
import * as Pictures from "../../../../tests/support/pictures.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Table from "../../../platform/table/index.ts";
import type { LiveActor } from "../../actor.ts";
import { userProfile } from "../../entity.ts";
import * as Verification from "../verification/index.ts";
import * as Status from "../verification/status.ts";
import { check } from "./check.ts";
import { fileLocation } from "./files.ts";
import * as Documents from "./index.ts";
import { CHECK_SECONDS, MAX_CHECKS, type Slot } from "./schema.ts";

/** The check of uploaded files under crashes, repeated deliveries, and concurrent changes. */

const database = withDatabase();
withObjects();

const passport: Slot = { documentType: "passport", side: "front" };
const selfie: Slot = { documentType: "selfie", side: "front" };
const submit = (by: LiveActor, file = Pictures.jpeg()) => Documents.submit(by, passport, file);
const damaged = () => Pictures.jpeg().subarray(0, 400);

let actor: LiveActor;
beforeEach(async () => {
  actor = await createMember();
});
afterEach(() => Clock.setOffset(0));

/** Lists the keys of a user's files, without the user's part. */
async function filesOf({ userId }: LiveActor): Promise<string[]> {
  const folders = ["documents/", "uploads/"].map((folder) => `${folder}${userId}/`);
  const found = await Promise.all(folders.map((one) => Array.fromAsync(Objects.keys("identity", one))));
  return found.flat().map((key) => key.replace(`${userId}/`, ""));
}

describe("the check of an upload", () => {
  it("makes a valid file a document, and deletes the upload's own file", async () => {
    const { documentId } = await submit(actor);
    expect(await filesOf(actor)).toEqual([`uploads/${documentId}`]);
    expect(await check(actor.userId, documentId, 1)).toBe("accepted");
    expect(await filesOf(actor)).toEqual([`documents/${documentId}`]);
    expect(await Documents.list(actor)).toMatchObject({ documents: [{ documentId }], uploads: [] });
  });

  it("is requested by the same transaction that stores the upload", async () => {
    const { documentId } = await submit(actor);
    const requested = await outboxPayloads("kyc-uploaded");
    expect(requested).toContainEqual({ userId: actor.userId, documentId });
  });

  it("changes nothing if it is repeated, also in parallel", async () => {
    const { documentId } = await submit(actor);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => check(actor.userId, documentId, 1)),
    );
    const values = outcomes.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
    expect(values.filter((one) => one === "accepted")).toHaveLength(1);
    expect(await check(actor.userId, documentId, 2)).toBe("known");
    expect(await filesOf(actor)).toEqual([`documents/${documentId}`]);
    expect((await Documents.list(actor)).documents).toMatchObject([{ documentId }]);
  });

  it("works again after a crash at any point", async () => {
    for (let at = 0; ; at++) {
      const one = await createMember();
      const { documentId } = await submit(one);
      let calls = 0;
      const turn = async () => {
        if (calls++ === at) throw new TypeError("the process died");
      };
      await interleave(database.endpoint, () => check(one.userId, documentId, 1), turn).catch(
        () => undefined,
      );
      await check(one.userId, documentId, 2);
      expect((await Documents.list(one)).documents, `crash at ${at}`).toMatchObject([{ documentId }]);
      expect(await filesOf(one)).toEqual([`documents/${documentId}`]);
      if (calls <= at) return;
    }
  });

  it("lets a newer upload to the same slot win, at whatever point it arrives", async () => {
    for (let at = 0; ; at++) {
      const one = await createMember();
      const first = await submit(one);
      let calls = 0;
      let newer: string | undefined;
      const turn = async () => {
        if (calls++ === at) newer = (await submit(one)).documentId;
      };
      await interleave(database.endpoint, () => check(one.userId, first.documentId, 1), turn);
      if (newer === undefined) return;
      await check(one.userId, newer, 1);
      const { documents, uploads } = await Documents.list(one);
      expect([documents.map(({ documentId }) => documentId), uploads]).toEqual([[newer], []]);
      expect(await filesOf(one)).toEqual([`documents/${newer}`]);
    }
  });

  it("stores the reason of an invalid file, deletes it, and retains the previous document", async () => {
    const before = await addDocument(actor, passport, Pictures.jpeg());
    const { documentId } = await submit(actor, damaged());
    expect(await check(actor.userId, documentId, 1)).toBe("rejected");
    expect(await Documents.list(actor)).toMatchObject({
      documents: [{ documentId: before.documentId }],
      uploads: [{ documentId, refusal: { en: expect.stringMatching(/damaged/), fr: expect.any(String) } }],
    });
    expect(await filesOf(actor)).toEqual([`documents/${before.documentId}`]);
    expect(await check(actor.userId, documentId, 2)).toBe("known");
  });

  it("notifies the owner once of an invalid file, and not of a valid or a replaced one", async () => {
    const { userId } = actor;
    const notified = async () =>
      (await outboxPayloads("kyc-file-rejected")).filter((one) => one["userId"] === userId);
    await addDocument(actor, selfie, Pictures.jpeg());
    const replaced = await submit(actor, damaged());
    const { documentId } = await submit(actor, damaged());
    expect(await check(userId, replaced.documentId, 1)).toBe("known");
    expect(await notified()).toEqual([]);
    await Promise.all(Array.from({ length: 6 }, () => check(userId, documentId, 1)));
    expect(await check(userId, documentId, 2)).toBe("known");
    const refusal = { en: expect.stringMatching(/damaged.*: take/), fr: expect.stringMatching(/endommagé/) };
    expect(await notified()).toEqual([{ userId, ...passport, refusal }]);
  });

  it("rejects a file unread at its last attempt, because the file may have ended the earlier ones", async () => {
    const { documentId, key } = await submit(actor);
    await Objects.put(fileLocation(key), Buffer.alloc(30 * 1024 * 1024), "image/jpeg");
    expect(await check(actor.userId, documentId, MAX_CHECKS)).toBe("rejected");
    expect((await Documents.list(actor)).uploads).toMatchObject([
      { refusal: { en: expect.stringMatching(/could not be checked.*upload it again/) } },
    ]);
    expect(await filesOf(actor)).toEqual([]);
  });

  it("rejects a file that is larger than its link allowed", async () => {
    const { documentId, key } = await submit(actor);
    await Objects.put(fileLocation(key), Buffer.alloc(21 * 1024 * 1024), "image/jpeg");
    expect(await check(actor.userId, documentId, 1)).toBe("rejected");
    expect((await Documents.list(actor)).uploads[0]?.refusal?.en).toBe("is larger than 20 MB");
  });

  it("without an outcome for an hour counts as rejected, and a late one still applies", async () => {
    const { documentId } = await submit(actor);
    expect((await Status.read(actor)).documents).toMatchObject([{ status: "pending_verification" }]);
    Clock.setOffset((CHECK_SECONDS + 1) * 1000);
    const overdue = await Status.read(actor);
    expect(overdue).toMatchObject({ nextStep: "upload_documents", documents: [{ status: "rejected" }] });
    expect(overdue.documents[0]?.reason?.fr).toContain("n'a pas pu être vérifié");
    expect(await check(actor.userId, documentId, 1)).toBe("accepted");
    expect((await Status.read(actor)).documents).toMatchObject([{ status: "pending_verification" }]);
  });

  it("rejects a file whose check ends during a verification, whose documents stay the same", async () => {
    await addDocument(actor, passport, Pictures.jpeg());
    await addDocument(actor, selfie, Pictures.jpeg());
    const bill: Slot = { documentType: "proof_of_address", side: "front" };
    const { documentId } = await Documents.submit(actor, bill, Pictures.pdf());
    await expect(Verification.start(actor)).rejects.toMatchObject({ code: "DOCUMENTS_BEING_CHECKED" });
    Clock.setOffset((CHECK_SECONDS + 1) * 1000);
    expect(await Verification.start(actor)).toMatchObject({ level: 1, documents: [{}, {}] });
    expect(await check(actor.userId, documentId, 1)).toBe("rejected");
    const { documents, uploads } = await Documents.list(actor);
    expect(documents.map(({ documentType }) => documentType)).toEqual(["passport", "selfie"]);
    expect(uploads[0]?.refusal?.en).toMatch(/arrived after the review .* had begun/);
    expect(await filesOf(actor)).toHaveLength(2);
  });

  it("does not give a file of the former owner to the new owner of an account", async () => {
    const { documentId } = await submit(actor);
    await Table.update(userProfile.key(actor), { set: { ownershipId: "another" } });
    expect(await check(actor.userId, documentId, 1)).toBe("replaced");
    expect(await filesOf(actor)).toEqual([]);
    expect((await Documents.list({ ...actor, ownershipId: "another" })).documents).toEqual([]);
  });
});
