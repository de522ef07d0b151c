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
import { expiryDue, kycChange, kycState, kycVerification } from "./entity.ts";
import { kycDecided, kycValidated } from "./events.ts";
import { closeWrites, toVerification } from "./open.ts";
import type { Change, KycKind, KycState, KycStatus, Reason, RejectionCause, Verification } from "./schema.ts";

/** KYC: the state of a user's identity verification, and the decisions that led to it. */

/** The author of a decision: the bank, a staff member, the owner (begins a verification) or the time (a validation expires). */
type Decider = "bank" | "owner" | "time" | Pick<StaffActor, "userId">;

interface Decision {
  /** A repeated decision with the same id changes nothing. */
  readonly decisionId: string;
  readonly status: KycStatus;
  /** The level of a validation. Defaults to the verification's, or 1. */
  readonly level?: number | undefined;
  readonly kind?: KycKind | undefined;
  readonly reason?: string | undefined;
  /** The reasons that the user may see. */
  readonly reasons?: readonly Reason[] | undefined;
  /** The cause of a rejection that also forbids payments. */
  readonly cause?: RejectionCause | undefined;
  /** The decided verification, if known. */
  readonly verificationId?: string | undefined;
  /** Its position among all decisions on this user. Begins with an ISO 8601 time and sorts as text. Defaults to now. */
  readonly position?: string | undefined;
}

interface DecisionResult {
  readonly state: KycState;
  /**
   * Whether the decision was applied, a newer decision prevails, an administrator's contrary decision prevails, or the decision was
   * already recorded.
   */
  readonly effect: "taken" | "older" | "contested" | "known";
}

type StoredState = ReturnType<typeof kycState.parse>;

export const read = async (userId: string): Promise<KycState> =>
  stateOf(userId, await Table.find(kycState, { userId }));

/** Returns the key of the item that `fromItem` parses. */
export const keyOf = (userId: string): Table.Key => kycState.key({ userId });

export const fromItem = (userId: string, item: Table.Item | undefined): KycState =>
  stateOf(userId, item && kycState.parse(item));

/** Returns the check that a user's KYC state has not changed since the item was read. */
export const assertUnchanged = (userId: string, item: Table.Item | undefined): Table.Write => ({
  check: kycState.key({ userId }),
  where: kycState.unchanged(item && kycState.parse(item)),
});

/** Lists all decisions on a user, the latest first. */
export async function history(userId: string): Promise<Change[]> {
  const changes = await listAll(kycChange, { userId });
  return changes.sort((a, b) => (a.position < b.position ? 1 : -1));
}

export interface DecisionInputs {
  readonly before: StoredState | undefined;
  readonly isKnown: boolean;
  readonly verification: Verification | undefined;
}

/** Reads the inputs of a decision. @param decisionId defaults to the id of no decision */
export async function readInputs(userId: string, decisionId = "none"): Promise<DecisionInputs> {
  const [item, known, verification] = await Table.getMany([
    kycState.key({ userId }),
    kycChange.key({ userId, decisionId }),
    kycVerification.key({ userId }),
  ]);
  return {
    before: item && kycState.parse(item),
    isKnown: known !== undefined,
    verification: toVerification(verification),
  };
}

/**
 * Applies a decision on an existing user. The decision with the latest position sets the status, in any order of arrival. The
 * level is the highest level of all validations, and 0 while the status is REJECTED or EXPIRED. A decision ends its verification,
 * and a new status notifies the user.
 * @throws CONTENTION
 */
export const decide = (by: Decider, userId: string, decision: Decision): Promise<DecisionResult> =>
  Table.change(
    () => readInputs(userId, decision.decisionId),
    (inputs) => applyDecision(by, userId, decision, inputs),
  );

/** Returns the writes of a decision, for a transaction with further writes. */
export function applyDecision(
  by: Decider,
  userId: string,
  given: Decision,
  { before, isKnown, verification }: DecisionInputs,
): Table.Decision<DecisionResult> {
  if (isKnown) return { writes: [], result: { state: stateOf(userId, before), effect: "known" } };
  const decision = positionDecision(by, { before, verification }, given);
  const { after, isLatest } = nextState(userId, before, decision);
  const changed = after.status !== stateOf(userId, before).status;
  const state = stateOf(userId, after);
  const { status, kind, updatedAt: at } = after;
  const effect = isLatest ? "taken" : decision.isContested ? "contested" : "older";
  const { reasons } = given;
  const writes: Table.Write[] = [
    { put: kycChange.item(toChange(by, decision, after, state)), where: Where.absent },
    { put: { ...kycState.item(after), ...expiryKeys(after) }, where: kycState.unchanged(before) },
    ...(verification && isLatest && changesOutcome(verification, before, status)
      ? closeWrites(verification, { at, outcome: status, by: nameOf(by), reasons })
      : []),
    ...(changed ? [Outbox.write(kycDecided, { userId, status, kind, ...(reasons && { reasons }) })] : []),
    ...(changed ? [kycEvent(after, state)] : []),
    ...(changed && status === "VALIDATED" ? [Outbox.write(kycValidated, { userId })] : []),
  ];
  return { writes, result: { state, effect } };
}

function kycEvent({ userId, version, updatedAt: createdAt }: StoredState, { status, level, kind }: KycState) {
  const owner = { mode: "live" as const, userId };
  const object = { ...ApiEvents.objectOf("kyc", owner, { id: userId, createdAt }), status, level, kind };
  return ApiEvents.eventWrite(owner, "kyc.updated", object, version);
}

/** Returns the index keys that end a validation after KYC_VALID_DAYS, which defaults to five years, the legal maximum. */
function expiryKeys({ userId, status, position }: StoredState) {
  if (status !== "VALIDATED") return {};
  // A position begins with a time.
  const sinceMs = Date.parse(position.slice(0, Clock.nowIso().length));
  return expiryDue.at(userId, toIso(sinceMs + envInt("KYC_VALID_DAYS", 1825) * DAY_MS));
}

/** Ends the expired validations. Their users are notified and must be verified again. @returns the number of ended validations */
export const expireDue = (): Promise<number> =>
  Due.sweep(expiryDue, (item) => {
    const { userId, position } = kycState.parse(item);
    const decisionId = `time-${position}`;
    return Table.change(
      () => readInputs(userId, decisionId),
      (inputs) => {
        // The index may be behind the table.
        if (inputs.before?.status !== "VALIDATED" || inputs.before.position !== position)
          return { writes: [], result: false };
        const { writes, result } = applyDecision("time", userId, { decisionId, status: "EXPIRED" }, inputs);
        return { writes, result: result.effect === "taken" };
      },
    );
  });

/** The statuses that end a verification. */
const FINAL_STATUSES: ReadonlySet<KycStatus> = new Set(["VALIDATED", "REJECTED", "EXPIRED"]);

/** Returns whether a new status ends an open verification, or replaces the outcome of a closed one. */
const changesOutcome = (
  verification: Verification,
  before: StoredState | undefined,
  status: KycStatus,
): boolean =>
  verification.isOpen
    ? FINAL_STATUSES.has(status)
    : (status === "VALIDATED" || status === "REJECTED") &&
      verification.outcome !== status &&
      !isOfFormerOwner(verification, before);

/** Returns whether a verification began before the account's latest hand-over. */
const isOfFormerOwner = ({ position }: Verification, before: StoredState | undefined): boolean =>
  position < (before?.since ?? "");

type PositionedDecision = Decision & {
  readonly position: string;
  /** Whether the decision changes nothing, whatever its position. */
  readonly isStale: boolean;
  /** Whether the bank contradicts an administrator. */
  readonly isContested: boolean;
};

/**
 * Determines the position of a decision. A decision on the latest verification comes after the start of that verification, even if
 * the author's clock is behind. A decision on an earlier verification is stale, and so is the bank's decision if it contradicts an
 * administrator's.
 */
function positionDecision(
  by: Decider,
  { before, verification }: Pick<DecisionInputs, "before" | "verification">,
  decision: Decision,
): PositionedDecision {
  const { verificationId, position = Clock.nowIso() } = decision;
  const isOfAnother = verificationId !== undefined && verificationId !== verification?.verificationId;
  const isContested =
    verification !== undefined &&
    !isOfAnother &&
    !isOfFormerOwner(verification, before) &&
    contradictsStaff(by, verification, decision);
  const isStale = isOfAnother || isContested;
  if (isStale || verification === undefined || verificationId === undefined)
    return { ...decision, position, isContested, isStale: isStale && verification !== undefined };
  const { position: start, level } = verification;
  return {
    ...decision,
    level: decision.level ?? level,
    position: position > start ? position : `${start}~${position}`,
    isContested,
    isStale,
  };
}

/** Returns whether the bank decides otherwise on a verification that an administrator has approved or rejected. */
const contradictsStaff = (
  by: Decider,
  { isOpen, outcome, decidedBy }: Verification,
  { status }: Decision,
): boolean =>
  by === "bank" &&
  !isOpen &&
  (outcome === "VALIDATED" || outcome === "REJECTED") &&
  outcome !== status &&
  decidedBy !== "bank";

const nameOf = (by: Decider): string => (typeof by === "string" ? by : by.userId);

function nextState(
  userId: string,
  before: StoredState | undefined,
  decision: PositionedDecision,
): { readonly after: StoredState; readonly isLatest: boolean } {
  const { status, level, kind, reason, position, isStale } = decision;
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
  const cause = nextCause(before, decision, isLatest);
  const after = isLatest
    ? { ...written, status, kind: kind ?? before?.kind ?? "KYC", reason, cause, position }
    : { ...before, ...written, cause };
  return { after, isLatest };
}

/** Returns the cause after a decision: it remains until a validation, also if a rejection arrives after a later decision. */
function nextCause(
  before: StoredState | undefined,
  { status, cause, isStale }: PositionedDecision,
  isLatest: boolean,
): RejectionCause | undefined {
  if (isLatest && status === "VALIDATED") return undefined;
  if (isStale || (!isLatest && before?.status === "VALIDATED")) return before?.cause;
  return (status === "REJECTED" ? cause : undefined) ?? before?.cause;
}

/** Returns the writes that reset a user's KYC in a hand-over, because it applies to the former owner. */
export async function handOverWrites(userId: string): Promise<Table.Write[]> {
  const [item, open] = await Table.getMany([kycState.key({ userId }), kycVerification.key({ userId })]);
  const before = item && kycState.parse(item);
  const verification = toVerification(open);
  const now = Clock.nowIso();
  const reset = { userId, status: "PENDING", level: 0, kind: before?.kind ?? "KYC" } as const;
  const after = {
    ...reset,
    position: now,
    since: now,
    updatedAt: now,
    version: (before?.version ?? 0n) + 1n,
  };
  const decision = { decisionId: `hand-over-${now}`, decided: reset.status, by: "hand-over" };
  return [
    { put: kycState.item(after), where: kycState.unchanged(before) },
    { put: kycChange.item({ ...reset, ...decision, position: now, recordedAt: now }) },
    ...(verification?.isOpen
      ? closeWrites(verification, { at: now, outcome: reset.status, by: "hand-over" })
      : []),
  ];
}

const toChange = (
  by: Decider,
  decision: PositionedDecision,
  after: StoredState,
  { level }: KycState,
): Change => ({
  userId: after.userId,
  ...pick(decision, "decisionId", "reason", "cause", "verificationId", "position"),
  decided: decision.status,
  kind: decision.kind ?? after.kind,
  status: after.status,
  level,
  by: nameOf(by),
  recordedAt: after.updatedAt,
});

/** The statuses whose level is 0, whatever level was reached before. */
const UNVERIFIED: ReadonlySet<KycStatus> = new Set(["REJECTED", "EXPIRED"]);

/** Derives a user's KYC state from the stored one. */
export function stateOf(userId: string, stored: StoredState | undefined): KycState {
  if (!stored) return { userId, status: "PENDING", level: 0, kind: "KYC", reason: undefined };
  const { status, kind, reason, cause, updatedAt } = stored;
  return { userId, status, level: UNVERIFIED.has(status) ? 0 : stored.level, kind, reason, cause, updatedAt };
}
