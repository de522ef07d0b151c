import * as Clock from "../../../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest, UnsupportedMediaType } from "../../../kernel/errors.ts";
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
import { type Clean, clean } from "../formats/index.ts";
import { Unfit, UnsupportedFormat } from "../formats/unfit.ts";
import { notInReview } from "../open.ts";
import { kycDocument, kycUpload } from "./entity.ts";
import { discard, folderOf, placeOf, store } from "./files.ts";
import { takenOf } from "./rules.ts";
import {
  type Document,
  folders,
  KEPT_DAYS,
  MAX_API_BYTES,
  type Slot,
  UPLOAD_SECONDS,
  UPLOADS_KEPT_DAYS,
  type Upload,
} from "./schema.ts";

/**
 * The documents that verify a user's identity. The file is stored before its item: a crash in between leaves an unused file,
 * which expires. While a verification is open nothing can be added, so that exactly the reviewed documents are decided.
 */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

/**
 * Stores a document without its metadata. It replaces the one in its slot.
 * @param field the name of the file in the request
 * @throws DOCUMENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE if it is HEIC, INVALID_REQUEST if it is unfit, VERIFICATION_IN_REVIEW, UNAUTHORIZED
 */
export async function hand(actor: UserActor, slot: Slot, file: Buffer, field: string): Promise<Document> {
  if (file.length > MAX_API_BYTES) throw fail(DocumentTooLarge, { details: { maxBytes: MAX_API_BYTES } });
  return keep(actor, slot, Ids.create("document"), cleaned(file, slot, field));
}

/** @throws UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST */
function cleaned(file: Buffer, slot: Slot, field: string): Clean {
  try {
    return clean(file, takenOf(slot));
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const { en, fr } = error.text;
    if (error instanceof UnsupportedFormat)
      throw fail(UnsupportedMediaType, { message: text(`The file ${en}.`, `Le fichier ${fr}.`) });
    throw failFields(InvalidRequest, [{ field, message: error.text }]);
  }
}

/**
 * Stores a clean file as the user's document. It replaces the document and the pending upload of its slot.
 * @param from the upload that it came by. If the user has replaced it, nothing changes
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED, CONTENTION
 */
export async function keep(
  actor: UserActor,
  slot: Slot,
  documentId: string,
  { format, file }: Clean,
  from?: Upload,
): Promise<Document> {
  const { userId, ownershipId } = actor;
  const key = `${folderOf(folders.kept, userId)}${documentId}`;
  await store(key, format, file);
  const made: Document = {
    ...{ userId, ownershipId, documentId, format, key },
    ...{ documentType: slot.documentType, side: slot.side },
    bytes: file.length,
    uploadedAt: Clock.nowIso(),
    ttl: Clock.nowSeconds() + KEPT_DAYS * DAY_SECONDS,
  };
  const replaced = await Table.change(
    async () => {
      const [before, upload] = await Table.getMany([kycDocument.key(made), kycUpload.key(made)]);
      return { before: before && kycDocument.parse(before), upload: upload && kycUpload.parse(upload) };
    },
    ({ before, upload }) => {
      if (from && upload?.documentId !== from.documentId) return { writes: [], result: [] };
      const writes: Table.Write[] = [
        Stamp.stillHolds(actor),
        notInReview(userId),
        { put: kycDocument.item(made), where: isUnchanged(before) },
        { remove: kycUpload.key(made), where: isUnchanged(upload) },
      ];
      return { writes, result: [before, upload] };
    },
  );
  await discard(replaced.filter((one) => one?.key !== key));
  return made;
}

/** Returns the condition that a slot has not changed since it was read. */
const isUnchanged = (read: { readonly documentId: string } | undefined): Where.Where =>
  read ? Where.is({ documentId: read.documentId }) : Where.absent;

/**
 * Returns a link to upload a document that is too large for the API. It counts once it has arrived and was inspected, when
 * the verification begins.
 * @returns the upload, and the URL for a PUT of exactly that many bytes
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED
 */
export async function presign(actor: UserActor, slot: Slot, bytes: number) {
  const { userId, ownershipId } = actor;
  const documentId = Ids.create("document");
  const key = `${folderOf(folders.uploads, userId)}${documentId}`;
  const upload: Upload = {
    ...{ userId, ownershipId, documentId, key, bytes },
    ...{ documentType: slot.documentType, side: slot.side },
    createdAt: Clock.nowIso(),
    ttl: Clock.nowSeconds() + UPLOADS_KEPT_DAYS * DAY_SECONDS,
  };
  await Table.commit([Stamp.stillHolds(actor), notInReview(userId), { put: kycUpload.item(upload) }]);
  return {
    ...upload,
    uploadUrl: await Objects.uploadLink(placeOf(key), UPLOAD_SECONDS, bytes),
    expiresAt: toIso((Clock.nowSeconds() + UPLOAD_SECONDS) * 1000),
  };
}

export interface HandedIn {
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
}

/** Reads all documents and pending uploads of an account, including a former owner's. */
async function readAll({ userId }: Owner): Promise<HandedIn> {
  const [documents, uploads] = await Promise.all([
    listAll(kycDocument, { userId }),
    listAll(kycUpload, { userId }),
  ]);
  return { documents, uploads };
}

/** Returns a user's documents and pending uploads, oldest first. */
export async function of(owner: Owner): Promise<HandedIn> {
  const { documents, uploads } = await readAll(owner);
  const now = Clock.nowSeconds();
  const own = <One extends Document | Upload>(all: readonly One[]): One[] =>
    all
      .filter((one) => one.ownershipId === owner.ownershipId && one.ttl > now)
      .sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  return { documents: own(documents), uploads: own(uploads) };
}

/** Deletes the documents of a former owner of the account. */
export async function clear(owner: Owner): Promise<void> {
  const { documents, uploads } = await readAll(owner);
  const dead = [...documents, ...uploads].filter(({ ownershipId }) => ownershipId !== owner.ownershipId);
  await discard(dead);
  for (const one of dead) {
    const entity = "uploadedAt" in one ? kycDocument : kycUpload;
    await Table.remove(entity.key(one));
  }
}
