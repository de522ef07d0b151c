import * as Clock from "../../../kernel/clock/index.ts";
import { fail } from "../../../kernel/errors.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import { text } from "../../../kernel/texts/index.ts";
import * as Table from "../../../platform/table/index.ts";
import { list } from "../../../platform/table/list.ts";
import { checkAdministrator, type UserActor } from "../../actor.ts";
import { UserNotFound } from "../../errors.ts";
import { ADMINISTRATORS, stillOf } from "../../standing.ts";
import * as Trail from "../../trail/index.ts";
import type { User } from "../../user.ts";
import * as Users from "../../users.ts";
import { link } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import type { Document } from "../documents/schema.ts";
import { kycWaiting } from "../entity.ts";
import { LevelBeyondDocuments, NothingToReview, OwnVerification } from "../errors.ts";
import * as Kyc from "../index.ts";
import type { Change, Reason, Standing, Verification } from "../schema.ts";

/**
 * Review by administrators. Every look at a file is on the trail before a link to it is given, and so is every
 * decision, in its own transaction.
 */

/** How long a link to a document works, in seconds: long enough to open it, too short to hand it on. */
export const LINK_SECONDS = 120;

const nobody = (): Error =>
  fail(UserNotFound, { message: text("There is no such user.", "Cet utilisateur n'existe pas.") });

export interface Waiting {
  readonly userId: string;
  readonly verificationId: string;
  readonly startedAt: string;
}

export interface Page {
  readonly waiting: readonly Waiting[];
  /** Names where the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

/** Where a page ends: an instant and an id, which say nothing that the page does not. */
const placeOf = ({ startedAt, verificationId }: Waiting): string => `${startedAt}~${verificationId}`;

function keyAt(place: string): Table.Key {
  const [startedAt = "", verificationId = ""] = place.split("~");
  return kycWaiting.key({ startedAt, verificationId });
}

/**
 * The verifications that wait for a decision, oldest first.
 * @param after the next of the page before
 * @throws FORBIDDEN
 */
export async function queue(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: Page["next"] },
): Promise<Page> {
  checkAdministrator(actor);
  const from = after === undefined ? undefined : keyAt(after);
  const { items, next } = await list(kycWaiting, {}, { limit, after: from, oldestFirst: true });
  return { waiting: items, next: next && placeOf(next) };
}

export interface LinkedDocument extends Document {
  readonly url: string;
  /** ISO 8601: when the link ends. */
  readonly expiresAt: string;
}

export interface File {
  readonly user: User;
  readonly standing: Standing;
  readonly verification: Verification | undefined;
  readonly documents: readonly LinkedDocument[];
  readonly decisions: readonly Change[];
}

/**
 * A user's file, with links to the documents. That it was looked at is recorded, whatever comes of it.
 * @throws FORBIDDEN, AUTH_USER_NOT_FOUND
 */
export async function look(actor: UserActor, userId: string): Promise<File> {
  checkAdministrator(actor);
  const user = await Users.fromId(userId);
  if (!user) throw nobody();
  const [{ documents }, { before, verification }, decisions] = await Promise.all([
    Documents.of(user),
    Kyc.current(userId, "none"),
    Kyc.history(userId),
  ]);
  const about = { documents: documents.map(({ documentId }) => documentId).join(" ") };
  await Table.commit([
    stillOf(ADMINISTRATORS, actor),
    ...Trail.noting(actor, { deed: "identity-documents-seen", to: userId, about }),
  ]);
  const expiresAt = new Date((Clock.nowSeconds() + LINK_SECONDS) * 1000).toISOString();
  const linked = await Promise.all(
    documents.map(async (one) => ({ ...one, url: await link(one, LINK_SECONDS), expiresAt })),
  );
  const isPresent = verification?.ownershipId === user.ownershipId;
  return {
    user,
    standing: Kyc.standingOf(userId, before),
    verification: isPresent ? verification : undefined,
    documents: linked,
    decisions,
  };
}

export interface Verdict {
  readonly decision: "approve" | "reject";
  /** The verification that was looked at; the one that is open unless told. */
  readonly verificationId?: string | undefined;
  /** Of an approval: how far the user was checked; as far as the documents go, and unless told exactly so. */
  readonly level?: number | undefined;
  readonly reasons: readonly Reason[];
  /** For the staff alone. */
  readonly note?: string | undefined;
}

/**
 * Decides on the verification of a user that is open.
 * @throws FORBIDDEN, OWN_VERIFICATION, AUTH_USER_NOT_FOUND, NOTHING_TO_REVIEW, LEVEL_BEYOND_DOCUMENTS, CONTENTION
 */
export async function decide(actor: UserActor, userId: string, verdict: Verdict): Promise<Standing> {
  checkAdministrator(actor);
  if (actor.userId === userId) throw fail(OwnVerification);
  const user = await Users.fromId(userId);
  if (!user) throw nobody();
  const decisionId = Ids.create("decision");
  return Table.change(
    () => Kyc.current(userId, decisionId),
    (current) => {
      const { verification } = current;
      const isAsked =
        verdict.verificationId === undefined || verdict.verificationId === verification?.verificationId;
      if (!verification?.isOpen || verification.ownershipId !== user.ownershipId || !isAsked)
        throw fail(NothingToReview);
      if (verdict.level !== undefined && verdict.level > verification.level)
        throw fail(LevelBeyondDocuments, { details: { level: verification.level } });
      const { writes, result } = Kyc.taking(
        actor,
        userId,
        {
          decisionId,
          status: verdict.decision === "approve" ? "VALIDATED" : "REJECTED",
          level: verdict.level,
          reason: verdict.note,
          reasons: verdict.reasons,
          verificationId: verification.verificationId,
        },
        current,
      );
      return {
        writes: [...writes, ...onTrail(actor, userId, verdict, verification)],
        result: result.standing,
      };
    },
  );
}

function onTrail(
  actor: UserActor,
  userId: string,
  { decision, level, reasons, note = "" }: Verdict,
  verification: Verification,
): readonly Table.Write[] {
  const codes = reasons.map(({ code }) => code).join(" ");
  const { verificationId } = verification;
  const about = {
    verificationId,
    decision,
    ...(decision === "approve" && { level: String(level ?? verification.level) }),
    ...(codes !== "" && { reasons: codes }),
  };
  return [
    stillOf(ADMINISTRATORS, actor),
    ...Trail.noting(actor, { deed: "identity-decided", to: userId, reason: note, about }),
  ];
}
