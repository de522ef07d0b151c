import * as Clock from "../../../kernel/clock/index.ts";
import { fail } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { toIso } from "../../../kernel/time.ts";
import * as Table from "../../../platform/table/index.ts";
import { list } from "../../../platform/table/list.ts";
import { ADMINISTRATORS, assertHasRole } from "../../account-status.ts";
import { checkAdministrator, type UserActor } from "../../actor.ts";
import * as Trail from "../../trail/index.ts";
import type { User } from "../../user.ts";
import * as Users from "../../users.ts";
import { link } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import type { Document } from "../documents/schema.ts";
import { waitingVerification } from "../entity.ts";
import { LevelBeyondDocuments, NothingToReview, OwnVerification } from "../errors.ts";
import * as Kyc from "../index.ts";
import type { Change, KycState, Reason, RejectionCause, Verification } from "../schema.ts";

/** Review by administrators. The audit trail records every decision, and every access before the links are created. */

/** How long a link to a document is valid: long enough to open it, too short to share it. */
const LINK_SECONDS = 120;

interface Waiting {
  readonly userId: string;
  readonly verificationId: string;
  readonly startedAt: string;
}

interface Page {
  readonly waiting: readonly Waiting[];
  /** The position after which the next page begins. Undefined on the last page. */
  readonly next: string | undefined;
}

const positionOf = ({ startedAt, verificationId }: Waiting): string => `${startedAt}~${verificationId}`;

function parsePosition(position: string): Table.Key {
  const [startedAt = "", verificationId = ""] = position.split("~");
  return waitingVerification.key({ startedAt, verificationId });
}

/** Lists the verifications that wait for a decision, oldest first. @param after `next` of the previous page @throws FORBIDDEN */
export async function listWaiting(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: Page["next"] },
): Promise<Page> {
  checkAdministrator(actor);
  const from = after === undefined ? undefined : parsePosition(after);
  const { items, next } = await list(waitingVerification, {}, { limit, after: from, oldestFirst: true });
  return { waiting: items, next: next && positionOf(next) };
}

interface LinkedDocument extends Document {
  readonly url: string;
  /** When the link expires (ISO 8601). */
  readonly expiresAt: string;
}

export interface ReviewFile {
  readonly user: User;
  readonly state: KycState;
  readonly verification: Verification | undefined;
  readonly documents: readonly LinkedDocument[];
  readonly decisions: readonly Change[];
}

/** Returns a user's verification with links to its documents, and records the access. @throws FORBIDDEN, AUTH_USER_NOT_FOUND */
export async function readForReview(actor: UserActor, userId: string): Promise<ReviewFile> {
  checkAdministrator(actor);
  const user = await Users.fromId(userId);
  if (!user) throw Users.userNotFound();
  const [{ documents }, { before, verification }, decisions, head] = await Promise.all([
    Documents.list(user),
    Kyc.readInputs(userId),
    Kyc.history(userId),
    Trail.readHead(actor),
  ]);
  const about = { documents: documents.map(({ documentId }) => documentId).join(" ") };
  const record = { deed: "identity-documents-seen", to: userId, about } as const;
  await Trail.record(actor, record, [assertHasRole(ADMINISTRATORS, actor)], { head });
  const expiresAt = toIso((Clock.nowSeconds() + LINK_SECONDS) * 1000);
  const linked = await Promise.all(
    documents.map(async (one) => ({ ...one, url: await link(one, LINK_SECONDS), expiresAt })),
  );
  const isCurrent = verification?.ownershipId === user.ownershipId;
  return {
    user,
    state: Kyc.stateOf(userId, before),
    verification: isCurrent ? verification : undefined,
    documents: linked,
    decisions,
  };
}

interface Verdict {
  readonly decision: "approve" | "reject";
  /** The reviewed verification. Defaults to the open one. */
  readonly verificationId?: string | undefined;
  /** The level of an approval. Defaults to the highest that the documents support. */
  readonly level?: number | undefined;
  readonly reasons: readonly Reason[];
  /** The cause of a rejection that also freezes the user's cards. For staff only. */
  readonly cause?: RejectionCause | undefined;
  /** For staff only. */
  readonly note?: string | undefined;
}

/**
 * Decides on the open verification of a user.
 * @throws FORBIDDEN, OWN_VERIFICATION, AUTH_USER_NOT_FOUND, NOTHING_TO_REVIEW, LEVEL_BEYOND_DOCUMENTS, CONTENTION
 */
export async function decide(actor: UserActor, userId: string, verdict: Verdict): Promise<KycState> {
  checkAdministrator(actor);
  if (actor.userId === userId) throw fail(OwnVerification);
  const user = await Users.fromId(userId);
  if (!user) throw Users.userNotFound();
  const decisionId = Ids.create("decision");
  return Table.change(
    () => Promise.all([Kyc.readInputs(userId, decisionId), Trail.readHead(actor)]),
    ([current, head]) => {
      const { verification } = current;
      const isSame =
        verdict.verificationId === undefined || verdict.verificationId === verification?.verificationId;
      if (!verification?.isOpen || verification.ownershipId !== user.ownershipId || !isSame)
        throw fail(NothingToReview);
      if (verdict.level !== undefined && verdict.level > verification.level)
        throw fail(LevelBeyondDocuments, { details: { level: verification.level } });
      const { writes, result } = Kyc.applyDecision(
        actor,
        userId,
        {
          decisionId,
          status: verdict.decision === "approve" ? "VALIDATED" : "REJECTED",
          level: verdict.level,
          reason: verdict.note,
          reasons: verdict.reasons,
          cause: verdict.cause,
          verificationId: verification.verificationId,
        },
        current,
      );
      return {
        writes: [...writes, ...auditWrites(actor, userId, verdict, verification, head)],
        result: result.state,
      };
    },
  );
}

function auditWrites(
  actor: UserActor,
  userId: string,
  { decision, level, reasons, cause, note = "" }: Verdict,
  verification: Verification,
  head: Table.Item | undefined,
): readonly Table.Write[] {
  const codes = reasons.map(({ code }) => code).join(" ");
  const { verificationId } = verification;
  const about = {
    verificationId,
    decision,
    ...(decision === "approve" && { level: String(level ?? verification.level) }),
    ...(codes !== "" && { reasons: codes }),
    ...(cause && { cause }),
  };
  return [
    assertHasRole(ADMINISTRATORS, actor),
    ...Trail.recordWrites(actor, { deed: "identity-decided", to: userId, reason: note, about }, head),
  ];
}
