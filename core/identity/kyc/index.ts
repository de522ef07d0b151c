import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { StaffActor } from "../actor.ts";
import { kycChange, kycStanding } from "./entity.ts";
import { kycDecided } from "./events.ts";
import {
  type Change,
  changeItem,
  type KycKind,
  type KycStatus,
  type Standing,
  standingItem,
} from "./schema.ts";

/** KYC: how a user stands with the checks of identity, who decided that, and what it was before. */

const MAX_ATTEMPTS = 20;

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
  /** Its place among all decisions on this user: begins with an ISO 8601 time, and sorts as text. Now, unless told. */
  readonly place?: string | undefined;
}

/** What became of a decision: it changed the standing, a newer one prevails over it, or it was taken before. */
export type Effect = "taken" | "older" | "known";

type StoredStanding = ReturnType<typeof standingItem.parse>;

/** How a user stands. */
export async function of(userId: string): Promise<Standing> {
  return shown(userId, stored(await Table.get(kycStanding.key({ userId }))));
}

/** All decisions on a user, the latest first. */
export async function history(userId: string): Promise<Change[]> {
  const items = await Table.queryAll({ pk: kycChange.partition({ userId }) });
  const changes = items.map((item) => changeItem.parse(item));
  return changes.sort((a, b) => (a.place < b.place ? 1 : -1));
}

/**
 * Takes a decision on a user, who must exist. The decision with the latest place sets the status, in whatever order they come;
 * the level is the highest that any validation gave. The user is told where the status changes.
 * @throws SERVICE_UNAVAILABLE when others decide on the same user all the time
 */
export async function decide(
  by: Decider,
  userId: string,
  decision: Decision,
): Promise<{ readonly standing: Standing; readonly effect: Effect }> {
  const key = kycStanding.key({ userId });
  const changeKey = kycChange.key({ userId, decisionId: decision.decisionId });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const [item, known] = await Table.getMany([key, changeKey]);
    const before = stored(item);
    if (known) return { standing: shown(userId, before), effect: "known" };
    const { after, isLatest } = next(userId, before, decision);
    const told = after.status !== shown(userId, before).status;
    const written = await attempted([
      {
        put: { ...changeKey, ...changeOf(by, decision, after) },
        condition: "attribute_not_exists(pk)",
      },
      {
        put: { ...key, ...after },
        condition: before ? "version = :version" : "attribute_not_exists(pk)",
        ...(before && { values: { ":version": before.version } }),
      },
      ...(told ? [Outbox.write(kycDecided, { userId, status: after.status, kind: after.kind })] : []),
    ]);
    if (written) return { standing: shown(userId, after), effect: isLatest ? "taken" : "older" };
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Unavailable);
}

/** The standing after a decision. */
function next(
  userId: string,
  before: StoredStanding | undefined,
  { status, level, kind, reason, place = Clock.nowIso() }: Decision,
): { readonly after: StoredStanding; readonly isLatest: boolean } {
  const raised = status === "VALIDATED" ? (level ?? 1) : 0;
  const written = {
    userId,
    level: Math.max(before?.level ?? 0, raised),
    updatedAt: Clock.nowIso(),
    version: (before?.version ?? 0n) + 1n,
  };
  const isLatest = before === undefined || before.place < place;
  const after = isLatest
    ? { ...written, status, kind: kind ?? before?.kind ?? "KYC", reason, place }
    : { ...before, ...written };
  return { after, isLatest };
}

const changeOf = (by: Decider, decision: Decision, after: StoredStanding): Change => ({
  userId: after.userId,
  decisionId: decision.decisionId,
  decided: decision.status,
  kind: decision.kind ?? after.kind,
  reason: decision.reason,
  status: after.status,
  level: after.level,
  by: by === "bank" ? by : by.userId,
  place: decision.place ?? after.place,
  recordedAt: after.updatedAt,
});

/** @returns whether it was written; false where another writer was faster */
async function attempted(writes: readonly Table.Write[]): Promise<boolean> {
  try {
    await Table.transact(writes);
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    const outdated = error.refusals.some((one) => one?.code === "ConditionalCheckFailed");
    if (!outdated && !error.transient) throw error;
    return false;
  }
}

const stored = (item: Table.Item | undefined): StoredStanding | undefined => item && standingItem.parse(item);

const shown = (userId: string, standing: StoredStanding | undefined): Standing =>
  standing
    ? {
        userId,
        status: standing.status,
        level: standing.level,
        kind: standing.kind,
        reason: standing.reason,
        updatedAt: standing.updatedAt,
      }
    : { userId, status: "PENDING", level: 0, kind: "KYC", reason: undefined };
