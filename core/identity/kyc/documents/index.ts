import * as Clock from "../../../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest, UnsupportedMediaType } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { text } from "../../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../../kernel/time.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Table from "../../../platform/table/index.ts";
import { wholePartition } from "../../../platform/table/list.ts";
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
 * Documents that a user hands in to be verified by. The file is kept first and its item written after: whoever
 * dies in between leaves a file that nobody knows of, which expires. While a verification is open nothing is
 * handed in: what is reviewed is what was handed in when it began.
 */

/** Whose documents. */
export type Owner = Pick<UserActor, "userId" | "ownershipId">;

/**
 * Takes a document, without what its file tells of its maker. It replaces the one in its place.
 * @param field the file's name in the request
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
 * Keeps a clean file as the user's document; the one in its place goes, and so does what was to be uploaded.
 * @param from the upload that it came by: where that is none of the user's any more, it changes nothing
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
        { put: kycDocument.item(made), where: stillThere(before) },
        { remove: kycUpload.key(made), where: stillThere(upload) },
      ];
      return { writes, result: [before, upload] };
    },
  );
  await discard(replaced.filter((one) => one?.key !== key));
  return made;
}

/** That in its place stands what was read. */
const stillThere = (read: { readonly documentId: string } | undefined): Where.Where =>
  read ? Where.is({ documentId: read.documentId }) : Where.absent;

export interface Presigned extends Upload {
  /** Where the file goes, by PUT, with exactly the bytes that were told. */
  readonly uploadUrl: string;
  /** ISO 8601: when the link ends. */
  readonly expiresAt: string;
}

/**
 * Gives a link to upload a document by that is larger than what goes through the API. It counts once it is
 * there and was looked at, when the verification starts.
 * @throws VERIFICATION_IN_REVIEW, UNAUTHORIZED
 */
export async function presign(actor: UserActor, slot: Slot, bytes: number): Promise<Presigned> {
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
    expiresAt: new Date((Clock.nowSeconds() + UPLOAD_SECONDS) * 1000).toISOString(),
  };
}

export interface HandedIn {
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
}

const isAlive = ({ ttl }: { readonly ttl: number }): boolean => ttl > Clock.nowSeconds();

/** What `of` reads: documents, and what is to be uploaded. */
export const rangesOf = ({ userId }: Pick<Owner, "userId">): Table.QueryInput[] => [
  wholePartition(kycDocument, { userId }),
  wholePartition(kycUpload, { userId }),
];

/** What a user has handed in, and was given links for, oldest first. */
export async function of({ userId, ownershipId }: Owner): Promise<HandedIn> {
  const [documents = [], uploads = []] = await Promise.all(rangesOf({ userId }).map(Table.queryAll));
  const own = (one: Document | Upload) => one.ownershipId === ownershipId && isAlive(one);
  return {
    documents: documents
      .map((item): Document => kycDocument.parse(item))
      .filter(own)
      .sort((a, b) => (a.documentId < b.documentId ? -1 : 1)),
    uploads: uploads
      .map((item): Upload => kycUpload.parse(item))
      .filter(own)
      .sort((a, b) => (a.documentId < b.documentId ? -1 : 1)),
  };
}

/** Deletes what a former owner of the account has handed in. */
export async function clear(owner: Owner): Promise<void> {
  const pk = kycDocument.partition(owner);
  const [documents, uploads] = await Promise.all([
    Table.queryAll({ pk, beginsWith: kycDocument.prefix }),
    Table.queryAll({ pk, beginsWith: kycUpload.prefix }),
  ]);
  const dead = [...documents.map(kycDocument.parse), ...uploads.map(kycUpload.parse)].filter(
    ({ ownershipId }) => ownershipId !== owner.ownershipId,
  );
  await discard(dead);
  for (const one of dead) {
    const entity = "uploadedAt" in one ? kycDocument : kycUpload;
    await Table.remove(entity.key(one));
  }
}
