import * as Clock from "../../kernel/clock/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { StaffActor } from "../actor.ts";
import { kycChange, kycStanding } from "./entity.ts";
import { kycDecided } from "./events.ts";
import type { Change, KycKind, KycStatus, Standing } from "./schema.ts";

/** KYC: how a user stands with the checks of identity, who decided that, and what it was before. */

/** Whoever decides: the bank by its events, or the staff. */
export type Decider = "bank" | StaffActor;

export interface Decision {
  /** Names the decision: one that was taken before changes nothing. */
  readonly decisionId: string;
  readonly status: KycStatus;
  /** Of a validation: how far the user was checked; 1 unless told. */
  readonly level?: number | undefined;
  readonly kind?: KycKind | undefined;
  readonly reason?: string | undefined;
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

/** The check that nothing was decided on a user since the standing was read. */
export const stillAt = (userId: string, item: Table.Item | undefined): Table.Write => ({
  check: kycStanding.key({ userId }),
  where: item ? Where.is({ version: kycStanding.parse(item).version }) : Where.absent,
});

/** All decisions on a user, the latest first. */
export async function history(userId: string): Promise<Change[]> {
  const items = await Table.queryAll({ pk: kycChange.partition({ userId }) });
  const changes = items.map((item) => kycChange.parse(item));
  return changes.sort((a, b) => (a.position < b.position ? 1 : -1));
}

/**
 * Takes a decision on a user, who must exist. The decision with the latest position sets the status, in
 * whatever order they come; the level is the highest that any validation gave, and 0 while the status is
 * REJECTED or EXPIRED. The user is told where the status changes.
 * @throws CONTENTION when others decide on the same user all the time
 */
export const decide = (by: Decider, userId: string, decision: Decision): Promise<Decided> =>
  Table.change<(Table.Item | undefined)[], Decided>(
    () =>
      Table.getMany([
        kycStanding.key({ userId }),
        kycChange.key({ userId, decisionId: decision.decisionId }),
      ]),
    ([item, known]) => {
      const before = item && kycStanding.parse(item);
      if (known) return { writes: [], result: { standing: shown(userId, before), effect: "known" } };
      const { after, isLatest } = next(userId, before, decision);
      const changed = after.status !== shown(userId, before).status;
      const standing = shown(userId, after);
      const writes: Table.Write[] = [
        { put: kycChange.item(changeOf(by, decision, after, standing)), where: Where.absent },
        {
          put: kycStanding.item(after),
          where: before ? Where.is({ version: before.version }) : Where.absent,
        },
        ...(changed ? [Outbox.write(kycDecided, { userId, status: after.status, kind: after.kind })] : []),
      ];
      return { writes, result: { standing, effect: isLatest ? "taken" : "older" } };
    },
  );

/** The standing after a decision. */
function next(
  userId: string,
  before: StoredStanding | undefined,
  { status, level, kind, reason, position = Clock.nowIso() }: Decision,
): { readonly after: StoredStanding; readonly isLatest: boolean } {
  const counts = status === "VALIDATED" && position > (before?.since ?? "");
  const raised = counts ? (level ?? 1) : 0;
  const written = {
    userId,
    level: Math.max(before?.level ?? 0, raised),
    updatedAt: Clock.nowIso(),
    since: before?.since,
    version: (before?.version ?? 0n) + 1n,
  };
  const isLatest = before === undefined || before.position < position;
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
  const before = await Table.find(kycStanding, { userId });
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
  ];
}

const changeOf = (by: Decider, decision: Decision, after: StoredStanding, { level }: Standing): Change => ({
  userId: after.userId,
  decisionId: decision.decisionId,
  decided: decision.status,
  kind: decision.kind ?? after.kind,
  reason: decision.reason,
  status: after.status,
  level,
  by: by === "bank" ? by : by.userId,
  position: decision.position ?? after.position,
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
