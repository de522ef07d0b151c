import * as Clock from "../../../kernel/clock/index.ts";
import { fail, UnsupportedMediaType } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { text } from "../../../kernel/texts/index.ts";
import { DAY_SECONDS, toIso } from "../../../kernel/time.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import { listAll } from "../../../platform/table/list.ts";
import * as Where from "../../../platform/table/where.ts";
import type { UserActor } from "../../actor.ts";
import * as Stamp from "../../stamp.ts";
import { DocumentTooLarge } from "../errors.ts";
import { kycUploaded } from "../events.ts";
import { detectFormat } from "../formats/detect.ts";
import { InvalidFile, uncheckableError } from "../formats/invalid-file.ts";
import type { Format } from "../formats/schema.ts";
import { assertNotInReview } from "../open.ts";
import { kycDocument, kycUpload } from "./entity.ts";
import { discard, fileLocation, folderOf, store, uploadKey } from "./files.ts";
import { acceptedFormats } from "./rules.ts";
import {
  CHECK_SECONDS,
  type Document,
  folders,
  isBeingChecked,
  MAX_API_BYTES,
  type Slot,
  UPLOAD_RETENTION_DAYS,
  UPLOAD_SECONDS,
  type Upload,
} from "./schema.ts";

/**
 * The documents that verify a user's identity. An uploaded file is stored apart until a consumer has checked it (`check.ts`). The file
 * is stored before its item; a crash in between leaves an unused file, which expires. While a verification is open, no documents can be
 * added, so that a decision applies exactly to the reviewed documents.
 */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

/**
 * Stores a file and requests its check. Only its size and its first bytes are examined here: reading the rest could take more time and
 * memory than a request has.
 * @throws DOCUMENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VERIFICATION_IN_REVIEW, UNAUTHORIZED, CONTENTION
 */
export async function submit(actor: UserActor, slot: Slot, file: Buffer): Promise<Upload> {
  if (file.length > MAX_API_BYTES) throw fail(DocumentTooLarge, { details: { maxBytes: MAX_API_BYTES } });
  const format = formatOf(file, slot);
  const created = newUpload(actor, slot, file.length);
  const upload: Upload = { ...created, uploadedAt: created.createdAt };
  await store(upload.key, format, file);
  const { userId, documentId } = upload;
  const event = Outbox.write(kycUploaded, { userId, documentId });
  await replaceUpload(actor, upload, [event]);
  await Outbox.dispatch(event);
  return upload;
}

/** @throws UNSUPPORTED_MEDIA_TYPE */
function formatOf(file: Buffer, slot: Slot): Format {
  try {
    return detectFormat(file, acceptedFormats(slot));
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    const { en, fr } = error.text;
    throw fail(UnsupportedMediaType, { message: text(`The file ${en}.`, `Le fichier ${fr}.`) });
  }
}

function newUpload({ userId, ownershipId }: UserActor, slot: Slot, bytes: number): Upload {
  const documentId = Ids.create("document");
  return {
    ...{ userId, ownershipId, documentId, bytes, key: uploadKey(userId, documentId) },
    ...{ documentType: slot.documentType, side: slot.side },
    createdAt: Clock.nowIso(),
    ttl: Clock.nowSeconds() + UPLOAD_RETENTION_DAYS * DAY_SECONDS,
  };
}

/** Stores an upload. It replaces the upload in its slot, whose file is deleted. */
async function replaceUpload(
  actor: UserActor,
  upload: Upload,
  events: readonly Outbox.EventWrite[],
): Promise<void> {
  const replaced = await Table.change(
    async () => {
      const item = await Table.get(kycUpload.key(upload));
      return item && kycUpload.parse(item);
    },
    (before) => ({
      writes: [
        Stamp.assertUnchanged(actor),
        assertNotInReview(actor.userId),
        { put: kycUpload.item(upload), where: isUnchanged(before) },
        ...events,
      ],
      result: before,
    }),
  );
  await discard([replaced]);
}

/** Returns the condition that a slot has not changed since it was read. */
export const isUnchanged = (before: { readonly documentId: string } | undefined): Where.Where =>
  before ? Where.is({ documentId: before.documentId }) : Where.absent;

/**
 * Creates a link to upload a document that is too large for the API. Its file is checked when the user starts the verification.
 * @returns the upload, and the URL for a PUT of exactly this number of bytes
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED, CONTENTION
 */
export async function createUploadLink(actor: UserActor, slot: Slot, bytes: number) {
  const upload = newUpload(actor, slot, bytes);
  await replaceUpload(actor, upload, []);
  return {
    ...upload,
    uploadUrl: await Objects.uploadLink(fileLocation(upload.key), UPLOAD_SECONDS, bytes),
    expiresAt: toIso((Clock.nowSeconds() + UPLOAD_SECONDS) * 1000),
  };
}

/** Requests the check of files that were uploaded by link since. */
export async function submitLinkedUploads({ userId, ownershipId }: Owner): Promise<void> {
  const { uploads } = await list({ userId, ownershipId });
  const awaited = uploads.filter(({ uploadedAt, refusal }) => uploadedAt === undefined && !refusal);
  if (awaited.length === 0) return;
  const stored = new Set(await Array.fromAsync(Objects.keys("identity", folderOf(folders.uploads, userId))));
  await Promise.all(awaited.filter(({ key }) => stored.has(key)).map(submitUpload));
}

async function submitUpload(upload: Upload): Promise<void> {
  const { userId, documentId } = upload;
  const event = Outbox.write(kycUploaded, { userId, documentId });
  const submitted = Table.commit([
    {
      update: kycUpload.key(upload),
      set: { uploadedAt: Clock.nowIso() },
      where: Where.all(Where.is({ documentId }), Where.lacks("uploadedAt")),
    },
    event,
  ]);
  // A concurrent request has submitted or replaced it.
  const isSubmitted = await Table.ignoreConditionFailure(submitted.then(() => true));
  if (isSubmitted) await Outbox.dispatch(event);
}

export interface SubmittedDocuments {
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
}

/** Reads all documents and uploads of an account, including those of former owners. */
export async function readAll({ userId }: Pick<Owner, "userId">): Promise<SubmittedDocuments> {
  const [documents, uploads] = await Promise.all([
    listAll(kycDocument, { userId }),
    listAll(kycUpload, { userId }),
  ]);
  return { documents, uploads };
}

/** Lists a user's documents and uploads, oldest first. */
export async function list(owner: Owner): Promise<SubmittedDocuments> {
  const { documents, uploads } = await readAll(owner);
  const now = Clock.nowSeconds();
  const own = <One extends Document | Upload>(all: readonly One[]): One[] =>
    all
      .filter((one) => one.ownershipId === owner.ownershipId && one.ttl > now)
      .sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  return { documents: own(documents), uploads: own(uploads).map(rejectOverdue) };
}

/** Returns an upload as rejected if its check has had no outcome for too long, for example because its message is a dead letter. */
function rejectOverdue(upload: Upload): Upload {
  const { uploadedAt } = upload;
  const isOverdue = uploadedAt !== undefined && Date.parse(uploadedAt) + CHECK_SECONDS * 1000 < Clock.nowMs();
  if (!isOverdue || !isBeingChecked(upload)) return upload;
  const { en, fr } = uncheckableError().text;
  return { ...upload, refusal: { en, fr } };
}

/** Deletes the documents of former owners of the account. */
export async function clear(owner: Owner): Promise<void> {
  const { documents, uploads } = await readAll(owner);
  const isFormer = ({ ownershipId }: Owner) => ownershipId !== owner.ownershipId;
  await discard([...documents, ...uploads].filter(isFormer));
  for (const one of documents.filter(isFormer)) await Table.remove(kycDocument.key(one));
  for (const one of uploads.filter(isFormer)) await Table.remove(kycUpload.key(one));
}
