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
import { isNeeded, levelOf, missingOf } from "../documents/rules.ts";
import { type Document, slotName } from "../documents/schema.ts";
import { AlreadyVerified, DocumentsMissing } from "../errors.ts";
import { kycSubmitted } from "../events.ts";
import * as Kyc from "../index.ts";
import { opening } from "../open.ts";
import type { Verification } from "../schema.ts";
import * as Arrivals from "./arrivals.ts";

/** The verification of a user's identity: begun by its owner, decided by the bank or an administrator. */

/** A verification as it was begun, and the events that are to be sent. */
interface Begun {
  readonly verification: Verification;
  readonly events: readonly Outbox.EventWrite[];
}

/**
 * Begins the verification of what was handed in; where one is open already, answers that one. What was
 * uploaded by links is looked at first. The file goes to the bank.
 * @throws DOCUMENTS_MISSING, ALREADY_VERIFIED, UNAUTHORIZED, CONTENTION
 */
export async function start(actor: UserActor): Promise<Verification> {
  const { uploads } = await Documents.of(actor);
  const { verification: open } = await Kyc.current(actor.userId, "none");
  if (!isOpen(actor, open)) await Arrivals.look(actor, uploads);
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

/** The id of the decision that a user makes by starting. */
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
  // After all that was decided before, also where another's clock is ahead of ours.
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
      ...documents.map(unchanged),
      ...writes,
      event,
    ],
    result: { verification, events: [event] },
  };
}

/** The check that a document is the one that was read. */
const unchanged = (document: Document): Table.Write => ({
  check: kycDocument.key(document),
  where: Where.is({ documentId: document.documentId }),
});

/** @throws DOCUMENTS_MISSING: `details` say what, and why what was uploaded is not taken */
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
  // Whoever uploaded another file in place of one that is there wants that one to be looked at; what nobody
  // asks for holds nothing up, and its refusal is shown with the documents.
  if (missing.length === 0 && !refused.some((one) => one.isNeeded)) return;
  const names = missing.join(", ");
  throw fail(DocumentsMissing, {
    message:
      missing.length === 0
        ? new Text(
            "A file that was uploaded cannot be taken: `details` say why. Hand it in again.",
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
