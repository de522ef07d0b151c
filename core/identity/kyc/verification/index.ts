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
import { discard, fileLocation } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import {
  acceptedFormats,
  isRequired,
  levelOf,
  missingDocuments,
  tooLargeError,
  usableDocuments,
} from "../documents/rules.ts";
import { type Document, MAX_UPLOAD_BYTES, slotName, type Upload } from "../documents/schema.ts";
import { AlreadyVerified, DocumentsMissing, VerificationInReview } from "../errors.ts";
import { kycSubmitted } from "../events.ts";
import { clean } from "../formats/index.ts";
import { InvalidFile } from "../formats/invalid-file.ts";
import * as Kyc from "../index.ts";
import { openWrites } from "../open.ts";
import type { Verification } from "../schema.ts";

/** The verification of a user's identity. The owner begins it; the bank or an administrator decides. */

interface StartResult {
  readonly verification: Verification;
  readonly events: readonly Outbox.EventWrite[];
}

/**
 * Begins the verification of the user's documents, or returns the open one. First inspects the files that were uploaded by
 * link. Documents that the latest verification rejected are left out: they must be replaced. An event makes its consumer submit the
 * documents to the bank.
 * @throws DOCUMENTS_MISSING, ALREADY_VERIFIED, UNAUTHORIZED, CONTENTION
 */
export async function start(actor: UserActor): Promise<Verification> {
  const { uploads } = await Documents.list(actor);
  const { verification: open } = await Kyc.readInputs(actor.userId);
  if (!isOpenFor(actor, open)) await inspectUploads(actor, uploads);
  const verificationId = Ids.create("verification");
  const { verification, events } = await Table.change<StartInputs, StartResult>(
    async () => {
      const [current, submitted] = await Promise.all([
        Kyc.readInputs(actor.userId, startDecisionId(verificationId)),
        Documents.list(actor),
      ]);
      return { current, submitted };
    },
    (read) => decideStart(actor, verificationId, read),
  );
  await Promise.all(events.map(Outbox.dispatch));
  return verification;
}

interface StartInputs {
  readonly current: Kyc.DecisionInputs;
  readonly submitted: Documents.SubmittedDocuments;
}

/** Returns the id of the decision that begins a verification. */
const startDecisionId = (verificationId: string): string => `start-${verificationId}`;

const isOpenFor = (
  { ownershipId }: Documents.Owner,
  found: Verification | undefined,
): found is Verification => found?.isOpen === true && found.ownershipId === ownershipId;

function decideStart(
  actor: UserActor,
  verificationId: string,
  { current, submitted }: StartInputs,
): Table.Decision<StartResult> {
  const { userId, ownershipId } = actor;
  const latest = current.verification?.ownershipId === ownershipId ? current.verification : undefined;
  if (isOpenFor(actor, current.verification))
    return { writes: [], result: { verification: current.verification, events: [] } };
  const documents = usableDocuments(submitted.documents, latest);
  assertComplete({ documents, uploads: submitted.uploads });
  const level = levelOf(documents);
  const { before } = current;
  if (before?.status === "VALIDATED" && before.level >= level) throw fail(AlreadyVerified);
  const startedAt = Clock.nowIso();
  // The position comes after all former decisions, even if another machine's clock is ahead.
  const position = before && before.position >= startedAt ? `${before.position}~` : startedAt;
  const verification: Verification = {
    ...{ userId, ownershipId, verificationId, level, startedAt, position },
    isOpen: true,
    documents: documents.map(({ documentId, documentType, side }) => ({ documentId, documentType, side })),
  };
  const decisionId = startDecisionId(verificationId);
  const { writes } = Kyc.applyDecision(
    "owner",
    userId,
    { decisionId, status: "IN_REVIEW", position },
    { ...current, verification: undefined },
  );
  const event = Outbox.write(kycSubmitted, { userId, verificationId });
  return {
    writes: [
      Stamp.assertUnchanged(actor),
      ...openWrites(verification),
      ...documents.map(assertUnchanged),
      ...writes,
      event,
    ],
    result: { verification, events: [event] },
  };
}

const assertUnchanged = (document: Document): Table.Write => ({
  check: kycDocument.key(document),
  where: Where.is({ documentId: document.documentId }),
});

/** @throws DOCUMENTS_MISSING, whose `details` list the missing documents and the rejected uploads */
function assertComplete({ documents, uploads }: Documents.SubmittedDocuments): void {
  const missing = missingDocuments(documents);
  const rejected = uploads.flatMap(({ refusal, documentId, ...slot }) =>
    refusal
      ? [
          {
            documentId,
            slot: slotName(slot),
            reason: new Text(refusal.en, refusal.fr),
            isNeeded: isRequired(slot),
          },
        ]
      : [],
  );
  // A rejected upload blocks the verification if the document is required, also if it replaces a valid one. A rejected optional
  // upload is only shown with the documents.
  if (missing.length === 0 && !rejected.some((one) => one.isNeeded)) return;
  const names = missing.join(", ");
  throw fail(DocumentsMissing, {
    message:
      missing.length === 0
        ? new Text(
            "We cannot accept an uploaded file. `details` lists the reasons. Upload it again.",
            "Nous ne pouvons pas accepter un fichier déposé. `details` en indique les raisons. Déposez-le à nouveau.",
          )
        : new Text(
            `Some documents are missing: ${names}. Add them to verify your identity.`,
            `Il manque des documents : ${names}. Ajoutez-les pour vérifier votre identité.`,
          ),
    details: {
      missing: missing.map((one) => same(one)),
      refused: rejected.map(({ isNeeded: _, ...one }) => one),
    },
  });
}

/** Inspects all files that were uploaded by link. A valid file becomes a document; of an invalid file, the reason is stored. */
async function inspectUploads(actor: UserActor, uploads: readonly Upload[]): Promise<void> {
  // One after another, because each may have 20 MB.
  for (const upload of uploads) if (upload.refusal === undefined) await inspect(actor, upload);
}

async function inspect(actor: UserActor, upload: Upload): Promise<void> {
  try {
    const file = await Objects.read(fileLocation(upload.key), MAX_UPLOAD_BYTES);
    // The file has not been uploaded yet.
    if (!file) return;
    const saved = Documents.save(
      actor,
      upload,
      upload.documentId,
      clean(file, acceptedFormats(upload)),
      upload,
    );
    // A concurrent request may have begun the verification, with or without this file.
    await recover(VerificationInReview, saved, () => undefined);
  } catch (error) {
    const problem = error instanceof Objects.TooLarge ? tooLargeError() : error;
    if (!(problem instanceof InvalidFile)) throw error;
    await reject(upload, problem);
  }
}

async function reject(upload: Upload, { text: { en, fr } }: InvalidFile): Promise<void> {
  await Table.ignoreConditionFailure(
    Table.update(kycUpload.key(upload), {
      set: { refusal: { en, fr } },
      where: Where.is({ documentId: upload.documentId }),
    }),
  );
  await discard([upload]);
}
