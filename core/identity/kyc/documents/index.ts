import * as Clock from "../../../kernel/clock/index.ts";
import { fail, invalidField, UnsupportedMediaType } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { text } from "../../../kernel/texts/index.ts";
import { DAY_SECONDS, toIso } from "../../../kernel/time.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Table from "../../../platform/table/index.ts";
import { listAll } from "../../../platform/table/list.ts";
import * as Where from "../../../platform/table/where.ts";
import type { UserActor } from "../../actor.ts";
import * as Stamp from "../../stamp.ts";
import { DocumentTooLarge } from "../errors.ts";
import { type CleanFile, clean } from "../formats/index.ts";
import { InvalidFile, UnsupportedFormat } from "../formats/invalid-file.ts";
import { assertNotInReview } from "../open.ts";
import { kycDocument, kycUpload } from "./entity.ts";
import { discard, fileLocation, folderOf, store } from "./files.ts";
import { acceptedFormats } from "./rules.ts";
import {
  type Document,
  folders,
  MAX_API_BYTES,
  RETENTION_DAYS,
  type Slot,
  UPLOAD_RETENTION_DAYS,
  UPLOAD_SECONDS,
  type Upload,
} from "./schema.ts";

/**
 * The documents that verify a user's identity. The file is stored before its item. A crash in between leaves an unused file, which
 * expires. While a verification is open, no documents can be added, so that a decision applies exactly to the reviewed documents.
 */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

/**
 * Stores a document without its file's metadata. It replaces the document in its slot.
 * @param field the name of the file in the request
 * @throws DOCUMENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for HEIC, INVALID_REQUEST for any other invalid file, VERIFICATION_IN_REVIEW, UNAUTHORIZED, CONTENTION
 */
export async function submit(actor: UserActor, slot: Slot, file: Buffer, field: string): Promise<Document> {
  if (file.length > MAX_API_BYTES) throw fail(DocumentTooLarge, { details: { maxBytes: MAX_API_BYTES } });
  return save(actor, slot, Ids.create("document"), cleanFile(file, slot, field));
}

/** @throws UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST */
function cleanFile(file: Buffer, slot: Slot, field: string): CleanFile {
  try {
    return clean(file, acceptedFormats(slot));
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    const { en, fr } = error.text;
    if (error instanceof UnsupportedFormat)
      throw fail(UnsupportedMediaType, { message: text(`The file ${en}.`, `Le fichier ${fr}.`) });
    throw invalidField(field, error.text);
  }
}

/**
 * Stores a clean file as the user's document. It replaces the document and the pending upload in its slot.
 * @param from the upload of the file. If the user has replaced the upload, nothing changes
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED, CONTENTION
 */
export async function save(
  actor: UserActor,
  slot: Slot,
  documentId: string,
  { format, file }: CleanFile,
  from?: Upload,
): Promise<Document> {
  const { userId, ownershipId } = actor;
  const key = `${folderOf(folders.documents, userId)}${documentId}`;
  await store(key, format, file);
  const document: Document = {
    ...{ userId, ownershipId, documentId, format, key },
    ...{ documentType: slot.documentType, side: slot.side },
    bytes: file.length,
    uploadedAt: Clock.nowIso(),
    ttl: Clock.nowSeconds() + RETENTION_DAYS * DAY_SECONDS,
  };
  const replaced = await Table.change(
    async () => {
      const [before, upload] = await Table.getMany([kycDocument.key(document), kycUpload.key(document)]);
      return { before: before && kycDocument.parse(before), upload: upload && kycUpload.parse(upload) };
    },
    ({ before, upload }) => {
      if (from && upload?.documentId !== from.documentId) return { writes: [], result: [] };
      const writes: Table.Write[] = [
        Stamp.assertUnchanged(actor),
        assertNotInReview(userId),
        { put: kycDocument.item(document), where: isUnchanged(before) },
        { remove: kycUpload.key(document), where: isUnchanged(upload) },
      ];
      return { writes, result: [before, upload] };
    },
  );
  await discard(replaced.filter((one) => one?.key !== key));
  return document;
}

/** Returns the condition that a slot has not changed since it was read. */
const isUnchanged = (before: { readonly documentId: string } | undefined): Where.Where =>
  before ? Where.is({ documentId: before.documentId }) : Where.absent;

/**
 * Creates a link to upload a document that is too large for the API. The file is inspected when the verification begins, and only
 * then becomes a document.
 * @returns the upload, and the URL for a PUT of exactly this number of bytes
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED
 */
export async function createUploadLink(actor: UserActor, slot: Slot, bytes: number) {
  const { userId, ownershipId } = actor;
  const documentId = Ids.create("document");
  const key = `${folderOf(folders.uploads, userId)}${documentId}`;
  const upload: Upload = {
    ...{ userId, ownershipId, documentId, key, bytes },
    ...{ documentType: slot.documentType, side: slot.side },
    createdAt: Clock.nowIso(),
    ttl: Clock.nowSeconds() + UPLOAD_RETENTION_DAYS * DAY_SECONDS,
  };
  await Table.commit([
    Stamp.assertUnchanged(actor),
    assertNotInReview(userId),
    { put: kycUpload.item(upload) },
  ]);
  return {
    ...upload,
    uploadUrl: await Objects.uploadLink(fileLocation(key), UPLOAD_SECONDS, bytes),
    expiresAt: toIso((Clock.nowSeconds() + UPLOAD_SECONDS) * 1000),
  };
}

export interface SubmittedDocuments {
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
}

/** Reads all documents and pending uploads of an account, including those of former owners. */
async function readAll({ userId }: Owner): Promise<SubmittedDocuments> {
  const [documents, uploads] = await Promise.all([
    listAll(kycDocument, { userId }),
    listAll(kycUpload, { userId }),
  ]);
  return { documents, uploads };
}

/** Lists a user's documents and pending uploads, oldest first. */
export async function list(owner: Owner): Promise<SubmittedDocuments> {
  const { documents, uploads } = await readAll(owner);
  const now = Clock.nowSeconds();
  const own = <One extends Document | Upload>(all: readonly One[]): One[] =>
    all
      .filter((one) => one.ownershipId === owner.ownershipId && one.ttl > now)
      .sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  return { documents: own(documents), uploads: own(uploads) };
}

/** Deletes the documents of former owners of the account. */
export async function clear(owner: Owner): Promise<void> {
  const { documents, uploads } = await readAll(owner);
  const former = [...documents, ...uploads].filter(({ ownershipId }) => ownershipId !== owner.ownershipId);
  await discard(former);
  for (const one of former) {
    const entity = "uploadedAt" in one ? kycDocument : kycUpload;
    await Table.remove(entity.key(one));
  }
}
