import * as Clock from "../../kernel/clock/index.ts";
import { envInt } from "../../kernel/env.ts";
import { pick } from "../../kernel/fields.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import type { StaffActor } from "../actor.ts";
import { expiryDue, kycChange, kycStanding, kycVerification } from "./entity.ts";
import { kycDecided, kycValidated } from "./events.ts";
import { closing, toVerification } from "./open.ts";
import type { Change, KycKind, KycStatus, Reason, Standing, Verification } from "./schema.ts";

/** KYC: the state of a user's identity checks, and the decisions that led to it. */

/** Decides on a user: the bank, a member of staff, the owner who begins a verification, or the end of a validation. */
export type Decider = "bank" | "owner" | "time" | Pick<StaffActor, "userId">;

interface Decision {
  /** A decision with a known id changes nothing. */
  readonly decisionId: string;
  readonly status: KycStatus;
  /** The level of a validation. Defaults to the verification's, or 1. */
  readonly level?: number | undefined;
  readonly kind?: KycKind | undefined;
  readonly reason?: string | undefined;
  /** The reasons that the user may know. */
  readonly reasons?: readonly Reason[] | undefined;
  /** The verification that is decided, if it is known. */
  readonly verificationId?: string | undefined;
  /** Its position among all decisions on this user: begins with an ISO 8601 time, and sorts as text. Defaults to now. */
  readonly position?: string | undefined;
}

interface Decided {
  readonly standing: Standing;
  /** It changed the state, a newer one prevails, or it was known. */
  readonly effect: "taken" | "older" | "known";
}

type StoredStanding = ReturnType<typeof kycStanding.parse>;

export const of = async (userId: string): Promise<Standing> =>
  standingOf(userId, await Table.find(kycStanding, { userId }));

/** Returns the key of a user's KYC item, for `fromItem`. */
export const keyOf = (userId: string): Table.Key => kycStanding.key({ userId });

export const fromItem = (userId: string, item: Table.Item | undefined): Standing =>
  standingOf(userId, item && kycStanding.parse(item));

/** Returns the check that nothing was decided on a user since the item was read. */
export const stillAt = (userId: string, item: Table.Item | undefined): Table.Write => ({
  check: kycStanding.key({ userId }),
  where: kycStanding.unchanged(item && kycStanding.parse(item)),
});

/** Lists all decisions on a user, the latest first. */
export async function history(userId: string): Promise<Change[]> {
  const changes = await listAll(kycChange, { userId });
  return changes.sort((a, b) => (a.position < b.position ? 1 : -1));
}

/** The inputs of a decision. */
export interface Current {
  readonly before: StoredStanding | undefined;
  readonly isKnown: boolean;
  readonly verification: Verification | undefined;
}

/** Reads the inputs of a decision. @param decisionId defaults to the id of no decision */
export async function current(userId: string, decisionId = "none"): Promise<Current> {
  const [item, known, verification] = await Table.getMany([
    kycStanding.key({ userId }),
    kycChange.key({ userId, decisionId }),
    kycVerification.key({ userId }),
  ]);
  return {
    before: item && kycStanding.parse(item),
    isKnown: known !== undefined,
    verification: toVerification(verification),
  };
}

/**
 * Decides on a user, who must exist. The decision with the latest position sets the status, in any order of arrival. The
 * level is the highest that a validation gave, and 0 while the status is REJECTED or EXPIRED. A decision ends its
 * verification, and the user is notified of a new status.
 * @throws CONTENTION
 */
export const decide = (by: Decider, userId: string, decision: Decision): Promise<Decided> =>
  Table.change(
    () => current(userId, decision.decisionId),
    (read) => taking(by, userId, decision, read),
  );

/** Returns the writes of a decision, for a transaction with others. */
export function taking(
  by: Decider,
  userId: string,
  given: Decision,
  { before, isKnown, verification }: Current,
): Table.Decision<Decided> {
  if (isKnown) return { writes: [], result: { standing: standingOf(userId, before), effect: "known" } };
  const decision = place(by, verification, given);
  const { after, isLatest } = next(userId, before, decision);
  const changed = after.status !== standingOf(userId, before).status;
  const standing = standingOf(userId, after);
  const { status, kind, updatedAt: at } = after;
  const { reasons } = given;
  const writes: Table.Write[] = [
    { put: kycChange.item(changeOf(by, decision, after, standing)), where: Where.absent },
    { put: { ...kycStanding.item(after), ...expiryOf(after) }, where: kycStanding.unchanged(before) },
    ...(verification?.isOpen && isLatest && ENDING.has(status)
      ? closing(verification, { at, outcome: status, by: nameOf(by), reasons })
      : []),
    ...(changed ? [Outbox.write(kycDecided, { userId, status, kind, ...(reasons && { reasons }) })] : []),
    ...(changed ? [kycEvent(after, standing)] : []),
    ...(changed && status === "VALIDATED" ? [Outbox.write(kycValidated, { userId })] : []),
  ];
  return { writes, result: { standing, effect: isLatest ? "taken" : "older" } };
}

/** Returns the event for the user's webhooks. */
function kycEvent(
  { userId, version, updatedAt: createdAt }: StoredStanding,
  { status, level, kind }: Standing,
) {
  const owner = { mode: "live" as const, userId };
  const object = { ...ApiEvents.objectOf("kyc", owner, { id: userId, createdAt }), status, level, kind };
  return ApiEvents.eventWrite(owner, "kyc.updated", object, version);
}

/** Returns the attributes that end a validation after KYC_VALID_DAYS, by default five years, the most that the law allows. */
function expiryOf({ userId, status, position }: StoredStanding) {
  if (status !== "VALIDATED") return {};
  // A position begins with an instant.
  const sinceMs = Date.parse(position.slice(0, Clock.nowIso().length));
  return expiryDue.at(userId, toIso(sinceMs + envInt("KYC_VALID_DAYS", 1825) * DAY_MS));
}

/** Ends the expired validations: their users are notified, and must be verified again. @returns how many */
export const expireDue = (): Promise<number> =>
  Due.sweep(expiryDue, (item) => {
    const { userId, position } = kycStanding.parse(item);
    const decisionId = `time-${position}`;
    return Table.change(
      () => current(userId, decisionId),
      (read) => {
        // The index may be behind the table.
        if (read.before?.status !== "VALIDATED" || read.before.position !== position)
          return { writes: [], result: false };
        const { writes, result } = taking("time", userId, { decisionId, status: "EXPIRED" }, read);
        return { writes, result: result.effect === "taken" };
      },
    );
  });

/** The statuses that end a verification. */
const ENDING: ReadonlySet<KycStatus> = new Set(["VALIDATED", "REJECTED", "EXPIRED"]);

type Placed = Decision & { readonly position: string; readonly isStale: boolean };

/**
 * Gives a decision its position. A decision on the latest verification comes after its begin, even if the decider's clock is
 * behind. A decision on an earlier verification is stale, and so is the bank's approval after a person's rejection.
 */
function place(by: Decider, verification: Verification | undefined, decision: Decision): Placed {
  const { verificationId, position = Clock.nowIso() } = decision;
  const isOfAnother = verificationId !== undefined && verificationId !== verification?.verificationId;
  const isStale = isOfAnother || isOverruled(by, verification, decision);
  if (isStale || verification === undefined || verificationId === undefined)
    return { ...decision, position, isStale: isStale && verification !== undefined };
  const { position: start, level } = verification;
  return {
    ...decision,
    level: decision.level ?? level,
    position: position > start ? position : `${start}~${position}`,
    isStale,
  };
}

/** Returns whether the bank approves a verification that a person has rejected. */
const isOverruled = (by: Decider, verification: Verification | undefined, { status }: Decision): boolean =>
  by === "bank" &&
  status === "VALIDATED" &&
  verification?.outcome === "REJECTED" &&
  verification.decidedBy !== undefined &&
  verification.decidedBy !== "bank";

const nameOf = (by: Decider): string => (typeof by === "string" ? by : by.userId);

function next(
  userId: string,
  before: StoredStanding | undefined,
  { status, level, kind, reason, position, isStale }: Placed,
): { readonly after: StoredStanding; readonly isLatest: boolean } {
  const counts = status === "VALIDATED" && !isStale && position > (before?.since ?? "");
  const raised = counts ? (level ?? 1) : 0;
  const written = {
    userId,
    level: Math.max(before?.level ?? 0, raised),
    updatedAt: Clock.nowIso(),
    since: before?.since,
    version: (before?.version ?? 0n) + 1n,
  };
  const isLatest = before === undefined || (!isStale && before.position < position);
  const after = isLatest
    ? { ...written, status, kind: kind ?? before?.kind ?? "KYC", reason, position }
    : { ...before, ...written };
  return { after, isLatest };
}

/** Returns the writes that reset a user's KYC after a hand-over: the former owner was checked. */
export async function ending(userId: string): Promise<Table.Write[]> {
  const [item, open] = await Table.getMany([kycStanding.key({ userId }), kycVerification.key({ userId })]);
  const before = item && kycStanding.parse(item);
  const verification = toVerification(open);
  const now = Clock.nowIso();
  const anew = { userId, status: "PENDING", level: 0, kind: before?.kind ?? "KYC" } as const;
  const after = { ...anew, position: now, since: now, updatedAt: now, version: (before?.version ?? 0n) + 1n };
  const decision = { decisionId: `hand-over-${now}`, decided: anew.status, by: "hand-over" };
  return [
    { put: kycStanding.item(after), where: kycStanding.unchanged(before) },
    { put: kycChange.item({ ...anew, ...decision, position: now, recordedAt: now }) },
    ...(verification?.isOpen
      ? closing(verification, { at: now, outcome: anew.status, by: "hand-over" })
      : []),
  ];
}

const changeOf = (by: Decider, decision: Placed, after: StoredStanding, { level }: Standing): Change => ({
  userId: after.userId,
  ...pick(decision, "decisionId", "reason", "verificationId", "position"),
  decided: decision.status,
  kind: decision.kind ?? after.kind,
  status: after.status,
  level,
  by: nameOf(by),
  recordedAt: after.updatedAt,
});

/** The statuses that count as not checked, whatever level was reached before. */
const UNCHECKED: ReadonlySet<KycStatus> = new Set(["REJECTED", "EXPIRED"]);

/** Returns a user's KYC state from the stored one. */
export function standingOf(userId: string, stored: StoredStanding | undefined): Standing {
  if (!stored) return { userId, status: "PENDING", level: 0, kind: "KYC", reason: undefined };
  const { status, kind, reason, updatedAt } = stored;
  return { userId, status, level: UNCHECKED.has(status) ? 0 : stored.level, kind, reason, updatedAt };
}
