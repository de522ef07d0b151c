import * as Clock from "../../kernel/clock/index.ts";
import { envInt } from "../../kernel/env.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { StaffActor } from "../actor.ts";
import { expiryDue, kycChange, kycStanding, kycVerification } from "./entity.ts";
import { kycDecided, kycValidated } from "./events.ts";
import { closing, toVerification } from "./open.ts";
import type { Change, KycKind, KycStatus, Reason, Standing, Verification } from "./schema.ts";

/** KYC: how a user stands with the checks of identity, who decided that, and what it was before. */

/**
 * Whoever decides: the bank by its events, the staff, the owner who hands a file in, or the time that a
 * validation lasts.
 */
export type Decider = "bank" | "owner" | "time" | Pick<StaffActor, "userId">;

export interface Decision {
  /** Names the decision: one that was taken before changes nothing. */
  readonly decisionId: string;
  readonly status: KycStatus;
  /** Of a validation: how far the user was checked; unless told as far as the verification goes, or 1. */
  readonly level?: number | undefined;
  readonly kind?: KycKind | undefined;
  readonly reason?: string | undefined;
  /** What of the reasons the user may be told. */
  readonly reasons?: readonly Reason[] | undefined;
  /** The verification that it is a decision on, where that is known. */
  readonly verificationId?: string | undefined;
  /**
   * Its position among all decisions on this user: begins with an ISO 8601 time, and sorts as text. Now,
   * unless told.
   */
  readonly position?: string | undefined;
}

/**
 * What became of a decision: it changed the standing, a newer one prevails over it, or it was taken before.
 */
export type Effect = "taken" | "older" | "known";

export interface Decided {
  readonly standing: Standing;
  readonly effect: Effect;
}

type StoredStanding = ReturnType<typeof kycStanding.parse>;

/** How a user stands. */
export async function of(userId: string): Promise<Standing> {
  return shown(userId, await Table.find(kycStanding, { userId }));
}

/** The key of a user's standing, for who reads it together with more; `fromItem` is how the user stands. */
export const keyOf = (userId: string): Table.Key => kycStanding.key({ userId });

export const fromItem = (userId: string, item: Table.Item | undefined): Standing =>
  shown(userId, item && kycStanding.parse(item));

/** How the user of a stored standing stands. */
export const standingOf = (userId: string, stored: Current["before"]): Standing => shown(userId, stored);

/** The check that nothing was decided on a user since the standing was read. */
export const stillAt = (userId: string, item: Table.Item | undefined): Table.Write => ({
  check: kycStanding.key({ userId }),
  where: item ? Where.is({ version: kycStanding.parse(item).version }) : Where.absent,
});

/** All decisions on a user, the latest first. */
export async function history(userId: string): Promise<Change[]> {
  const pk = kycChange.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: kycChange.prefix });
  const changes = items.map((item) => kycChange.parse(item));
  return changes.sort((a, b) => (a.position < b.position ? 1 : -1));
}

/** What a decision depends on: read anew where another was faster. */
export interface Current {
  readonly before: StoredStanding | undefined;
  readonly isKnown: boolean;
  readonly verification: Verification | undefined;
}

const keysOf = (userId: string, decisionId: string): Table.Key[] => [
  kycStanding.key({ userId }),
  kycChange.key({ userId, decisionId }),
  kycVerification.key({ userId }),
];

/** What is read of a user without any decision on it. */
export const standingKeys = (userId: string): Table.Key[] => keysOf(userId, NO_DECISION);

/** The id of no decision. */
export const NO_DECISION = "none";

/** Reads what a decision depends on. */
export async function current(userId: string, decisionId: string): Promise<Current> {
  const [item, known, verification] = await Table.getMany(keysOf(userId, decisionId));
  return {
    before: item && kycStanding.parse(item),
    isKnown: known !== undefined,
    verification: toVerification(verification),
  };
}

/**
 * Takes a decision on a user, who must exist. The decision with the latest position sets the status, in
 * whatever order they come; the level is the highest that any validation gave, and 0 while the status is
 * REJECTED or EXPIRED. It ends the verification that it is on. The user is told where the status changes.
 * @throws CONTENTION when others decide on the same user all the time
 */
export const decide = (by: Decider, userId: string, decision: Decision): Promise<Decided> =>
  Table.change(
    () => current(userId, decision.decisionId),
    (read) => taking(by, userId, decision, read),
  );

/** What takes a decision, in a transaction with whatever else belongs to it. */
export function taking(
  by: Decider,
  userId: string,
  given: Decision,
  { before, isKnown, verification }: Current,
): Table.Decision<Decided> {
  if (isKnown) return { writes: [], result: { standing: shown(userId, before), effect: "known" } };
  const decision = on(by, verification, given);
  const { after, isLatest } = next(userId, before, decision);
  const changed = after.status !== shown(userId, before).status;
  const standing = shown(userId, after);
  const { status, kind, updatedAt: at } = after;
  const { reasons } = given;
  const writes: Table.Write[] = [
    { put: kycChange.item(changeOf(by, decision, after, standing)), where: Where.absent },
    {
      put: { ...kycStanding.item(after), ...expiryOf(after) },
      where: before ? Where.is({ version: before.version }) : Where.absent,
    },
    ...(verification?.isOpen && isLatest && ends.has(status)
      ? closing(verification, { at, outcome: status, by: nameOf(by), reasons })
      : []),
    ...(changed ? [Outbox.write(kycDecided, { userId, status, kind, ...(reasons && { reasons }) })] : []),
    ...(changed ? [kycEvent(after, standing)] : []),
    ...(changed && status === "VALIDATED" ? [Outbox.write(kycValidated, { userId })] : []),
  ];
  return { writes, result: { standing, effect: isLatest ? "taken" : "older" } };
}

/** What the user's webhooks are told of the standing. */
function kycEvent(
  { userId, version, updatedAt: createdAt }: StoredStanding,
  { status, level, kind }: Standing,
) {
  const owner = { mode: "live" as const, userId };
  const object = { ...ApiEvents.objectOf("kyc", owner, { id: userId, createdAt }), status, level, kind };
  return ApiEvents.happened(owner, "kyc.updated", object, version);
}

/** What has a validation end after KYC_VALID_DAYS: five years, which is the longest that the law lets it be. */
function expiryOf({ userId, status, position }: StoredStanding) {
  if (status !== "VALIDATED") return {};
  // A position begins with an instant.
  const sinceMs = Date.parse(position.slice(0, Clock.nowIso().length));
  return expiryDue.at(userId, new Date(sinceMs + envInt("KYC_VALID_DAYS", 1825) * DAY_MS).toISOString());
}

/**
 * Ends the validations whose time is over: their users are told, and are to be verified anew.
 * @returns how many there were
 */
export const expireDue = (): Promise<number> =>
  Due.sweep(expiryDue, (item) => {
    const { userId, position } = kycStanding.parse(item);
    const decisionId = `time-${position}`;
    return Table.change(
      () => current(userId, decisionId),
      (read) => {
        // The index may show what was decided on since.
        if (read.before?.status !== "VALIDATED" || read.before.position !== position)
          return { writes: [], result: false };
        const { writes, result } = taking("time", userId, { decisionId, status: "EXPIRED" }, read);
        return { writes, result: result.effect === "taken" };
      },
    );
  });

/** What ends a verification. */
const ends: ReadonlySet<KycStatus> = new Set(["VALIDATED", "REJECTED", "EXPIRED"]);

type Placed = Decision & { readonly position: string; readonly isStale: boolean };

/**
 * A decision in its place. One on the latest verification comes after that one's beginning, also where its
 * maker's clock is behind ours; one on an earlier verification comes too late, whatever its time, and so does an approval of what a person has refused.
 */
function on(by: Decider, verification: Verification | undefined, decision: Decision): Placed {
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

/** What a person has refused, the bank does not approve after: its owner hands in anew. */
const isOverruled = (by: Decider, verification: Verification | undefined, { status }: Decision): boolean =>
  by === "bank" &&
  status === "VALIDATED" &&
  verification?.outcome === "REJECTED" &&
  verification.decidedBy !== undefined &&
  verification.decidedBy !== "bank";

const nameOf = (by: Decider): string => (typeof by === "string" ? by : by.userId);

/** The standing after a decision. */
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

/**
 * The writes by which a user's standing begins anew, over exactly the one that was read: the account is handed
 * over, and what was checked was its former owner.
 */
export async function ending(userId: string): Promise<Table.Write[]> {
  const [item, open] = await Table.getMany([kycStanding.key({ userId }), kycVerification.key({ userId })]);
  const before = item && kycStanding.parse(item);
  const verification = toVerification(open);
  const now = Clock.nowIso();
  const anew = { userId, status: "PENDING", level: 0, kind: before?.kind ?? "KYC" } as const;
  const after = { ...anew, position: now, since: now, updatedAt: now, version: (before?.version ?? 0n) + 1n };
  const decision = { decisionId: `hand-over-${now}`, decided: anew.status, by: "hand-over" };
  return [
    {
      put: kycStanding.item(after),
      where: before ? Where.is({ version: before.version }) : Where.absent,
    },
    { put: kycChange.item({ ...anew, ...decision, position: now, recordedAt: now }) },
    ...(verification?.isOpen
      ? closing(verification, { at: now, outcome: anew.status, by: "hand-over" })
      : []),
  ];
}

const changeOf = (by: Decider, decision: Placed, after: StoredStanding, { level }: Standing): Change => ({
  userId: after.userId,
  decisionId: decision.decisionId,
  decided: decision.status,
  kind: decision.kind ?? after.kind,
  reason: decision.reason,
  status: after.status,
  level,
  by: nameOf(by),
  verificationId: decision.verificationId,
  position: decision.position,
  recordedAt: after.updatedAt,
});

/** Who was refused, or whose checks have expired, counts as not checked, whatever was reached before. */
const refused: ReadonlySet<KycStatus> = new Set(["REJECTED", "EXPIRED"]);

const shown = (userId: string, standing: StoredStanding | undefined): Standing =>
  standing
    ? {
        userId,
        status: standing.status,
        level: refused.has(standing.status) ? 0 : standing.level,
        kind: standing.kind,
        reason: standing.reason,
        updatedAt: standing.updatedAt,
      }
    : { userId, status: "PENDING", level: 0, kind: "KYC", reason: undefined };
