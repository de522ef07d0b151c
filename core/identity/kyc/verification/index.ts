import * as Clock from "../../../kernel/clock/index.ts";
import { fail, recover } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { same, Text } from "../../../kernel/texts/index.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import type { UserActor } from "../../actor.ts";
import * as Stamp from "../../stamp.ts";
import { kycDocument, kycUpload } from "../documents/entity.ts";
import { discard, placeOf } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import { isNeeded, levelOf, missingOf, takenOf, tooLarge } from "../documents/rules.ts";
import { type Document, MAX_UPLOAD_BYTES, slotName, type Upload } from "../documents/schema.ts";
import { AlreadyVerified, DocumentsMissing, VerificationInReview } from "../errors.ts";
import { kycSubmitted } from "../events.ts";
import { clean } from "../formats/index.ts";
import { Unfit } from "../formats/unfit.ts";
import * as Kyc from "../index.ts";
import { opening } from "../open.ts";
import type { Verification } from "../schema.ts";

/** The verification of a user's identity. The owner begins it; the bank or an administrator decides. */

interface Begun {
  readonly verification: Verification;
  readonly events: readonly Outbox.EventWrite[];
}

/**
 * Begins the verification of the user's documents, or returns the open one. Files that were uploaded by link are inspected
 * first. The documents go to the bank.
 * @throws DOCUMENTS_MISSING, ALREADY_VERIFIED, UNAUTHORIZED, CONTENTION
 */
export async function start(actor: UserActor): Promise<Verification> {
  const { uploads } = await Documents.of(actor);
  const { verification: open } = await Kyc.current(actor.userId);
  if (!isOpen(actor, open)) await inspectUploads(actor, uploads);
  const verificationId = Ids.create("verification");
  const { verification, events } = await Table.change<Read, Begun>(
    async () => {
      const [current, handedIn] = await Promise.all([
        Kyc.current(actor.userId, startOf(verificationId)),
        Documents.of(actor),
      ]);
      return { current, handedIn };
    },
    (read) => beginning(actor, verificationId, read),
  );
  await Promise.all(events.map(Outbox.dispatch));
  return verification;
}

interface Read {
  readonly current: Kyc.Current;
  readonly handedIn: Documents.HandedIn;
}

/** Returns the id of the decision that begins a verification. */
const startOf = (verificationId: string): string => `start-${verificationId}`;

const isOpen = ({ ownershipId }: Documents.Owner, found: Verification | undefined): found is Verification =>
  found?.isOpen === true && found.ownershipId === ownershipId;

function beginning(
  actor: UserActor,
  verificationId: string,
  { current, handedIn }: Read,
): Table.Decision<Begun> {
  const { userId, ownershipId } = actor;
  if (isOpen(actor, current.verification))
    return { writes: [], result: { verification: current.verification, events: [] } };
  const { documents } = handedIn;
  checkComplete(handedIn);
  const level = levelOf(documents);
  const { before } = current;
  if (before?.status === "VALIDATED" && before.level >= level) throw fail(AlreadyVerified);
  const startedAt = Clock.nowIso();
  // Sorts after all former decisions, even if another machine's clock is ahead.
  const position = before && before.position >= startedAt ? `${before.position}~` : startedAt;
  const verification: Verification = {
    ...{ userId, ownershipId, verificationId, level, startedAt, position },
    isOpen: true,
    documents: documents.map(({ documentId, documentType, side }) => ({ documentId, documentType, side })),
  };
  const decisionId = startOf(verificationId);
  const { writes } = Kyc.taking(
    "owner",
    userId,
    { decisionId, status: "IN_REVIEW", position },
    { ...current, verification: undefined },
  );
  const event = Outbox.write(kycSubmitted, { userId, verificationId });
  return {
    writes: [
      Stamp.stillHolds(actor),
      ...opening(verification),
      ...documents.map(isUnchanged),
      ...writes,
      event,
    ],
    result: { verification, events: [event] },
  };
}

const isUnchanged = (document: Document): Table.Write => ({
  check: kycDocument.key(document),
  where: Where.is({ documentId: document.documentId }),
});

/** @throws DOCUMENTS_MISSING, whose `details` list the missing documents and the rejected uploads */
function checkComplete({ documents, uploads }: Documents.HandedIn): void {
  const missing = missingOf(documents);
  const refused = uploads.flatMap(({ refusal, documentId, ...slot }) =>
    refusal
      ? [
          {
            documentId,
            slot: slotName(slot),
            reason: new Text(refusal.en, refusal.fr),
            isNeeded: isNeeded(slot),
          },
        ]
      : [],
  );
  // An upload that replaces a document must be good. A rejected optional one blocks nothing, and is shown with the documents.
  if (missing.length === 0 && !refused.some((one) => one.isNeeded)) return;
  const names = missing.join(", ");
  throw fail(DocumentsMissing, {
    message:
      missing.length === 0
        ? new Text(
            "An uploaded file cannot be accepted: `details` lists the reasons. Upload it again.",
            "Un fichier déposé ne peut pas être accepté : `details` dit pourquoi. Déposez-le à nouveau.",
          )
        : new Text(
            `Something is missing for your identity to be verified: ${names}.`,
            `Il manque des documents pour vérifier votre identité : ${names}.`,
          ),
    details: {
      missing: missing.map((one) => same(one)),
      refused: refused.map(({ isNeeded: _, ...one }) => one),
    },
  });
}

/** Inspects all files that were uploaded by link. A good one becomes a document; of another the problem is stored. */
async function inspectUploads(actor: UserActor, uploads: readonly Upload[]): Promise<void> {
  // One after the other, because each may have 20 MB.
  for (const upload of uploads) if (upload.refusal === undefined) await inspect(actor, upload);
}

async function inspect(actor: UserActor, upload: Upload): Promise<void> {
  try {
    const file = await Objects.read(placeOf(upload.key), MAX_UPLOAD_BYTES);
    // It has not arrived yet.
    if (!file) return;
    const kept = Documents.keep(actor, upload, upload.documentId, clean(file, takenOf(upload)), upload);
    // A concurrent request may have begun the verification, with this file or without it.
    await recover(VerificationInReview, kept, () => undefined);
  } catch (error) {
    const unfit = error instanceof Objects.TooLarge ? tooLarge() : error;
    if (!(unfit instanceof Unfit)) throw error;
    await reject(upload, unfit);
  }
}

async function reject(upload: Upload, { text: { en, fr } }: Unfit): Promise<void> {
  await Table.ignoreConditionFailure(
    Table.update(kycUpload.key(upload), {
      set: { refusal: { en, fr } },
      where: Where.is({ documentId: upload.documentId }),
    }),
  );
  await discard([upload]);
}
