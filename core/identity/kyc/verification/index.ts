import * as Clock from "../../../kernel/clock/index.ts";
import { fail } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { same, Text } from "../../../kernel/texts/index.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import type { UserActor } from "../../actor.ts";
import * as Stamp from "../../stamp.ts";
import { kycDocument } from "../documents/entity.ts";
import * as Documents from "../documents/index.ts";
import { isRequired, levelOf, missingDocuments, usableDocuments } from "../documents/rules.ts";
import { type Document, isBeingChecked, slotName } from "../documents/schema.ts";
import { AlreadyVerified, DocumentsBeingChecked, DocumentsMissing } from "../errors.ts";
import { kycSubmitted } from "../events.ts";
import * as Kyc from "../index.ts";
import { openWrites } from "../open.ts";
import type { Verification } from "../schema.ts";

/** The verification of a user's identity. The owner begins it; the bank or an administrator decides. */

interface StartResult {
  readonly verification: Verification;
  readonly events: readonly Outbox.EventWrite[];
}

/**
 * Begins the verification of the user's documents, or returns the open one. First requests the check of files that were uploaded by
 * link, and fails while files are being checked, so that a verification contains only checked files. Documents that the latest
 * verification rejected are left out: they must be replaced. An event makes its consumer submit the documents to the bank.
 * @throws DOCUMENTS_MISSING, DOCUMENTS_BEING_CHECKED, ALREADY_VERIFIED, UNAUTHORIZED, CONTENTION
 */
export async function start(actor: UserActor): Promise<Verification> {
  const { verification: open } = await Kyc.readInputs(actor.userId);
  if (!isOpenFor(actor, open)) await Documents.submitLinkedUploads(actor);
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

/**
 * @throws DOCUMENTS_MISSING, whose `details` list the missing documents and the rejected uploads, DOCUMENTS_BEING_CHECKED, whose
 * `details` list the files that are being checked, also if they are optional: they can change the level
 */
function assertComplete({ documents, uploads }: Documents.SubmittedDocuments): void {
  const checking = uploads.filter(isBeingChecked);
  const missing = missingDocuments([...documents, ...checking]);
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
  if (missing.length === 0 && !rejected.some((one) => one.isNeeded)) {
    if (checking.length === 0) return;
    throw fail(DocumentsBeingChecked, { details: { checking: checking.map((one) => same(slotName(one))) } });
  }
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
