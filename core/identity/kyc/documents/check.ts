import * as Clock from "../../../kernel/clock/index.ts";
import { recover } from "../../../kernel/errors.ts";
import { text } from "../../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../../kernel/time.ts";
import { log } from "../../../platform/log.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Stamp from "../../stamp.ts";
import * as Users from "../../users.ts";
import { VerificationInReview } from "../errors.ts";
import { kycFileRejected } from "../events.ts";
import { type CleanFile, clean } from "../formats/index.ts";
import { InvalidFile, uncheckableError } from "../formats/invalid-file.ts";
import { assertNotInReview } from "../open.ts";
import { kycDocument, kycUpload } from "./entity.ts";
import { discard, documentKey, fileLocation, store, uploadKey } from "./files.ts";
import { isUnchanged, readAll } from "./index.ts";
import { acceptedFormats, tooLargeError } from "./rules.ts";
import { type Document, MAX_CHECKS, MAX_UPLOAD_BYTES, RETENTION_DAYS, type Upload } from "./schema.ts";

/** The check of uploaded files, by a consumer with its own memory and time limits. */

type Outcome = "accepted" | "rejected" | "replaced" | "known";

/**
 * Checks an uploaded file. A valid file becomes the user's document, of an invalid one the reason is stored; the upload's own file is
 * deleted in both cases. A repeated call changes nothing, and neither does a call for an upload that the user has replaced.
 * @param attempt counts from 1. The last one rejects the file without reading it
 * @returns the outcome for the log
 */
export async function check(userId: string, documentId: string, attempt: number): Promise<Outcome> {
  const { uploads } = await readAll({ userId });
  const upload = uploads.find((one) => one.documentId === documentId);
  if (!upload || upload.refusal) {
    await deleteUnused(userId, documentId);
    return "known";
  }
  try {
    if (attempt >= MAX_CHECKS) throw uncheckableError();
    const file = await readFile(upload);
    return await save(upload, await clean(file, acceptedFormats(upload)));
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    return reject(upload, error);
  }
}

/** @throws InvalidFile if the file is too large or no longer exists */
async function readFile({ key }: Upload): Promise<Buffer> {
  try {
    const file = await Objects.read(fileLocation(key), MAX_UPLOAD_BYTES);
    if (!file) throw uncheckableError();
    return file;
  } catch (error) {
    throw error instanceof Objects.TooLarge ? tooLargeError() : error;
  }
}

/**
 * Stores a clean file as the user's document, which replaces the one in its slot. Nothing changes if the user has replaced the upload.
 * @throws InvalidFile if a verification has begun since the upload, CONTENTION
 */
async function save(upload: Upload, { format, file }: CleanFile): Promise<Outcome> {
  const { userId, ownershipId, documentId, documentType, side } = upload;
  const key = documentKey(userId, documentId);
  await store(key, format, file);
  const document: Document = {
    ...{ userId, ownershipId, documentId, documentType, side, format, key },
    bytes: file.length,
    uploadedAt: upload.uploadedAt ?? Clock.nowIso(),
    ttl: Clock.nowSeconds() + RETENTION_DAYS * DAY_SECONDS,
  };
  const saved = Table.change<Awaited<ReturnType<typeof readSlot>>, Saved>(
    () => readSlot(upload),
    ({ user, before, current }) => {
      const isCurrent = current?.documentId === documentId && current.refusal === undefined;
      if (!isCurrent || user?.ownershipId !== ownershipId)
        return { writes: [], result: { outcome: "replaced" } };
      const writes: Table.Write[] = [
        Stamp.assertUnchanged(user),
        assertNotInReview(userId),
        { put: kycDocument.item(document), where: isUnchanged(before) },
        { remove: kycUpload.key(upload), where: Where.all(isUnchanged(current), Where.lacks("refusal")) },
      ];
      return { writes, result: { outcome: "accepted", replaced: before } };
    },
  );
  const { outcome, replaced } = await recover(VerificationInReview, saved, () => {
    throw lateError();
  });
  await discard([replaced]);
  await deleteUnused(userId, documentId);
  return outcome;
}

/**
 * Deletes the files of an upload that has become a document or no longer can. The document's own file stays, also if a repeated
 * delivery has lost against another one.
 */
async function deleteUnused(userId: string, documentId: string): Promise<void> {
  const { documents } = await readAll({ userId });
  const isDocument = documents.some((one) => one.documentId === documentId);
  const keys = [uploadKey(userId, documentId), ...(isDocument ? [] : [documentKey(userId, documentId)])];
  await discard(keys.map((key) => ({ key })));
}

interface Saved {
  readonly outcome: Outcome;
  readonly replaced?: Document | undefined;
}

async function readSlot(upload: Upload) {
  const [user, [before, current]] = await Promise.all([
    Users.fromId(upload.userId),
    Table.getMany([kycDocument.key(upload), kycUpload.key(upload)]),
  ]);
  return {
    user,
    before: before && kycDocument.parse(before),
    current: current && kycUpload.parse(current),
  };
}

/** Stores the reason of an invalid file, and notifies its owner once. */
async function reject(upload: Upload, { text: { en, fr }, cause }: InvalidFile): Promise<Outcome> {
  const { userId, ownershipId, documentId, documentType, side } = upload;
  log.info("kyc: uploaded file rejected", { userId, documentId, reason: en, cause });
  const refusal = { en, fr };
  const isCurrent = await Table.tryCommit([
    {
      update: kycUpload.key(upload),
      set: { refusal },
      where: Where.all(Where.is({ documentId }), Where.lacks("refusal")),
    },
    { check: Users.keyOf(userId), where: Where.is({ ownershipId }) },
    Outbox.write(kycFileRejected, { userId, documentType, side, refusal }),
  ]);
  await deleteUnused(userId, documentId);
  return isCurrent ? "rejected" : "replaced";
}

const lateError = (): InvalidFile =>
  new InvalidFile(
    text(
      "arrived after the review of your documents had begun: upload it again after the review",
      "est arrivé après le début de l'examen de vos documents : déposez-le à nouveau après cet examen",
    ),
  );
