import { beforeEach, describe, expect, it } from "vitest";
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
import { check } from "../documents/check.ts";
import { fileLocation } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import type { Slot } from "../documents/schema.ts";
import * as Kyc from "../index.ts";
import * as Verification from "./index.ts";
import * as Status from "./status.ts";

/** Uploads and starts of verifications under crashes and concurrent requests. */

const database = withDatabase();
withObjects();

const passport: Slot = { documentType: "passport", side: "front" };
const selfie: Slot = { documentType: "selfie", side: "front" };
const upload = (by: LiveActor, slot = passport) => addDocument(by, slot, Pictures.jpeg());
const fileOf = ({ key }: { readonly key: string }) => Objects.read(fileLocation(key), 1e9);

let actor: LiveActor;
beforeEach(async () => {
  actor = await createMember();
});

/** Runs the work and makes it fail before its n-th call. @returns whether it reached that call */
async function crashAt(work: () => Promise<unknown>, at: number): Promise<boolean> {
  let call = 0;
  const turn = async () => {
    if (call++ === at) throw new TypeError("the process died");
  };
  await interleave(database.endpoint, work, turn).catch(() => undefined);
  return call > at;
}

/** Expects that the files of all of a user's documents exist. */
async function expectFiles(by: LiveActor): Promise<void> {
  const { documents } = await Documents.list(by);
  for (const one of documents) expect((await fileOf(one))?.length).toBe(one.bytes);
}

describe("a crash", () => {
  it("at any point of an upload leaves the previous document or the new one, and the next upload works", async () => {
    for (let at = 0; ; at++) {
      const one = await createMember();
      const first = await upload(one);
      const came = await crashAt(() => upload(one), at);
      await expectFiles(one);
      expect((await Documents.list(one)).documents).toHaveLength(1);
      const last = await upload(one);
      await upload(one, selfie);
      expect((await Verification.start(one)).documents.map(({ documentId }) => documentId)).toContain(
        last.documentId,
      );
      expect(await fileOf(first)).toBeUndefined();
      if (!came) return;
    }
  });

  it("at any point of a start leaves at most one verification, and the next start leaves one submission to the bank", async () => {
    for (let at = 0; ; at++) {
      const one = await createMember();
      await upload(one);
      await upload(one, selfie);
      const came = await crashAt(() => Verification.start(one), at);
      const { verificationId } = await Verification.start(one);
      expect((await Verification.start(one)).verificationId).toBe(verificationId);
      const orders = (await outboxPayloads("kyc-submitted")).filter(
        (order) => order["userId"] === one.userId,
      );
      expect(orders).toEqual([{ userId: one.userId, verificationId }]);
      expect(await Kyc.history(one.userId)).toHaveLength(1);
      if (!came) return;
    }
  });
});

describe("concurrent", () => {
  it("uploads to one slot leave one document with its file, and no other file", async () => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { documentId } = await Documents.submit(actor, passport, Pictures.jpeg());
        await check(actor.userId, documentId, 1);
      }),
    );
    const { documents, uploads } = await Documents.list(actor);
    expect([documents.length, uploads.length]).toEqual([1, 0]);
    const keys = await Promise.all(
      ["documents", "uploads"].map((folder) =>
        Array.fromAsync(Objects.keys("identity", `${folder}/${actor.userId}/`)),
      ),
    );
    expect(keys.flat()).toEqual(documents.map(({ key }) => key));
    await expectFiles(actor);
  });

  it("starts request one check of an uploaded file, and begin one verification after it", async () => {
    await upload(actor, selfie);
    const file = Pictures.largeJpeg(100_000);
    const { uploadUrl, documentId } = await Documents.createUploadLink(actor, passport, file.length);
    const { status } = await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(file) });
    expect(status).toBe(200);
    const early = await Promise.allSettled(Array.from({ length: 6 }, () => Verification.start(actor)));
    expect(early.map((one) => one.status === "rejected" && one.reason.code)).toEqual(
      Array.from({ length: 6 }, () => "DOCUMENTS_BEING_CHECKED"),
    );
    const requested = await outboxPayloads("kyc-uploaded");
    expect(requested.filter((one) => one["documentId"] === documentId)).toHaveLength(1);
    await check(actor.userId, documentId, 1);
    const begun = await Promise.all(Array.from({ length: 6 }, () => Verification.start(actor)));
    expect(new Set(begun.map(({ verificationId }) => verificationId)).size).toBe(1);
    expect(begun[0]?.documents).toHaveLength(2);
    await expectFiles(actor);
    expect((await Documents.list(actor)).uploads).toEqual([]);
  });

  it("replacements of a document while a verification begins are included or rejected", async () => {
    for (let at = 0; ; at++) {
      const one = await createMember();
      await upload(one);
      await upload(one, selfie);
      let calls = 0;
      let replaced: unknown;
      const turn = async () => {
        if (calls++ !== at) return;
        replaced = await upload(one).catch((error: unknown) => error);
      };
      const { documents } = await interleave(database.endpoint, () => Verification.start(one), turn);
      const stored = (await Documents.list(one)).documents.map(({ documentId }) => documentId);
      expect(documents.map(({ documentId }) => documentId).sort()).toEqual(stored.sort());
      if (calls <= at) return;
      if (replaced instanceof Error) expect(replaced).toMatchObject({ code: "VERIFICATION_IN_REVIEW" });
    }
  });
});

describe("a hand-over", () => {
  it("hides the former owner's documents, and its cleanup deletes them with their files", async () => {
    const document = await upload(actor);
    await upload(actor, selfie);
    await Verification.start(actor);
    await Table.commit(await Kyc.handOverWrites(actor.userId));
    const owner = { ...actor, ownershipId: "another" };
    expect(await Status.read(owner)).toMatchObject({
      ...{ documents: [], verification: undefined, nextStep: "upload_documents" },
      state: { status: "PENDING", level: 0 },
    });
    await Documents.clear(owner);
    expect(await fileOf(document)).toBeUndefined();
    expect((await Documents.list(actor)).documents).toEqual([]);
  });
});

it("an upload without a file is not listed a day later", async () => {
  await Documents.createUploadLink(actor, passport, 100);
  expect((await Status.read(actor)).documents).toMatchObject([{ status: "awaiting_upload" }]);
  Clock.setOffset(86_400_000 + 1000);
  expect((await Status.read(actor)).documents).toEqual([]);
  Clock.setOffset(0);
});
