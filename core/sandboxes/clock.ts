import * as Withdrawals from "../banking/withdrawals/order.ts";
import * as Governance from "../defi/governance/advance.ts";
import * as Compounding from "../defi/staking/schedules.ts";
import * as Staking from "../defi/staking/schedules.ts";
import { sandbox, sandboxDue } from "../identity/sandboxes/entity.ts";
import * as State from "../identity/sandboxes/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as LedgerClock from "../kernel/clock/ledger.ts";
import { failFields, InvalidRequest } from "../kernel/errors.ts";
import type { Owner as LedgerOwner } from "../kernel/mode.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Due from "../platform/due/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import { log } from "../platform/log.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Reservations from "../transfers/reservations/end.ts";
import { type Open, type Owner, open, type Tester } from "./index.ts";

/**
 * A sandbox's clock. It moves to its goal in steps: to the time of the next due work, which is then done, and on to the
 * work after it. So all work happens at its time and in its order, and readers see the clock on its way. If the process
 * of a move dies, the schedule continues it.
 */

/** How far a clock may be ahead. */
const FARTHEST_MS = 20 * 365 * DAY_MS;
/** How long a request moves the clock before it leaves the rest to the schedule. */
const REQUEST_TIMEOUT_MS = 20_000;
/** When the schedule finishes a move. No request that read the clock before the move lasts so long. */
const FINISH_AFTER_MS = 60_000;

/** A clock as clients see it. */
export interface ShownClock
  extends Pick<Open["kept"], "aheadMs" | "goalMs" | "createdAt">,
    Pick<Open, "mode"> {
  /** Its time (ISO 8601). */
  readonly now: string;
}

const toShownClock = ({ mode, kept }: Pick<Open, "mode" | "kept">): ShownClock => {
  const { aheadMs, goalMs, createdAt } = kept;
  return { mode, createdAt, aheadMs, goalMs, now: new Date(Clock.nowMs() + aheadMs).toISOString() };
};

export const read = async (tester: Tester): Promise<ShownClock> => toShownClock(await open(tester));

/**
 * Moves a sandbox's clock forward, and does the work that becomes due.
 * @throws INVALID_REQUEST if it would be too far ahead
 */
export async function advance(
  tester: Tester,
  seconds: number,
  claim?: Idempotency.Claim<ShownClock>,
): Promise<ShownClock> {
  await open(tester);
  const key = State.keyOf(tester.userId);
  const told = await Table.change(
    () => Table.getMany([key]),
    ([item]) => {
      const kept = sandbox.parse(item ?? {});
      const goalMs = kept.goalMs + seconds * 1000;
      if (goalMs > FARTHEST_MS) throw tooFar();
      const { mode } = State.standingOf({ ...tester, ownershipId: kept.ownershipId }, item);
      const result = toShownClock({ mode, kept: { ...kept, aheadMs: goalMs, goalMs } });
      return { writes: [...Idempotency.recordWrites(claim, result), aiming(kept, goalMs)], result };
    },
  );
  const now = await carryOn(tester, Clock.nowMs() + REQUEST_TIMEOUT_MS);
  return now && now.mode === told.mode && now.kept.aheadMs < told.goalMs ? toShownClock(now) : told;
}

const tooFar = () =>
  failFields(InvalidRequest, [
    {
      field: "advance_seconds",
      message: text(
        "must leave the clock at most 20 years ahead. A reset brings it back",
        "doit laisser l'horloge à 20 ans d'avance au plus. Une remise à zéro la ramène",
      ),
    },
  ]);

const aiming = ({ ownerId, generation, goalMs: before }: Open["kept"], goalMs: number): Table.Write => ({
  update: State.keyOf(ownerId),
  set: { goalMs, ...sandboxDue.at(ownerId, new Date(Clock.nowMs() + FINISH_AFTER_MS).toISOString()) },
  where: Where.is({ generation, goalMs: before }),
});

/** Continues all moves without a process, and finishes those that arrived. @returns how many */
export const carryOnDue = (): Promise<number> =>
  Due.sweep(sandboxDue, async (item) => {
    const { ownerId: userId, ownershipId } = sandbox.parse(item);
    const owner = { userId, ownershipId };
    const now = await carryOn(owner, Clock.nowMs() + REQUEST_TIMEOUT_MS);
    if (!now || now.kept.aheadMs >= now.kept.goalMs) await finishMove(owner, now);
    return true;
  });

/** Finishes a move: dates again what requests that began before the move scheduled by the earlier clock. */
async function finishMove({ userId, ownershipId }: Owner, now: Open | undefined): Promise<void> {
  if (now) await redate(await dueWork({ mode: now.mode, userId }), now.kept.aheadMs);
  const where = now
    ? Where.is({ generation: now.kept.generation, goalMs: now.kept.goalMs })
    : Where.is({ ownershipId });
  await Table.ignoreConditionFailure(Table.update(State.keyOf(userId), { set: Due.done, where }));
}

/**
 * Moves an owner's clock to its goal. Several processes may do so in parallel.
 * @param untilMs when to leave the rest to the schedule
 * @returns the sandbox afterwards; undefined if there is none
 */
async function carryOn(owner: Owner, untilMs: number): Promise<Open | undefined> {
  /** Failed or skipped work, which is left to its schedule. */
  const left = new Set<string>();
  for (;;) {
    const standing = await State.read(owner);
    const { kept } = standing;
    if (!kept) return undefined;
    const isThere = kept.aheadMs >= kept.goalMs;
    if (isThere || Clock.nowMs() >= untilMs) return { ...standing, kept };
    const all = await dueWork({ mode: standing.mode, userId: owner.userId });
    const [next] = all.filter(({ name, at }) => !left.has(name + at));
    const nextMs = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.at) - Clock.nowMs();
    if (next === undefined || nextMs > kept.goalMs) {
      await redate(all, kept.goalMs);
      await moveTo(kept, kept.goalMs);
    } else {
      const aheadMs = Math.max(kept.aheadMs, nextMs);
      await moveTo(kept, aheadMs);
      await LedgerClock.under(aheadMs, () => settle(next));
      left.add(next.name + next.at);
    }
  }
}

/** Moves a clock forward, unless another process has moved it farther. */
async function moveTo(kept: Open["kept"], aheadMs: number): Promise<void> {
  const { ownerId, generation } = kept;
  const move = Table.update(State.keyOf(ownerId), {
    set: { aheadMs },
    where: Where.all(
      Where.is({ generation }),
      Where.any(Where.is({ aheadMs }), Where.below("aheadMs", aheadMs)),
    ),
  });
  await Table.ignoreConditionFailure(move);
}

async function settle({ name, at, work }: DueWork): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("sandbox: due work failed, the schedule will retry it", { name, at, error });
  }
}

/** Updates the index of later work to the platform's times at which this clock will reach it. */
async function redate(all: readonly DueWork[], aheadMs: number): Promise<void> {
  await LedgerClock.under(aheadMs, async () => {
    for (const { item, at } of all) {
      const set = { dueSk: LedgerClock.onPlatform(at), ledgerDueAt: at };
      if (item["dueSk"] === set.dueSk) continue;
      await Table.ignoreConditionFailure(
        Table.update(keyOfItem(item), { set, where: Where.is({ dueSk: item["dueSk"] as string }) }),
      );
    }
  });
}

// Due work is read by key, because an index may lag behind.

/** A kind of due work: its open items in a ledger, and how to process one. */
interface Kind {
  open(owner: LedgerOwner): Promise<Table.Item[]>;
  work(item: Table.Item): Promise<boolean>;
}

const kinds: readonly Kind[] = [
  Governance.proposals,
  Staking.unlocks,
  Compounding.compoundings,
  Reservations.expiries,
  Withdrawals.settlements,
];

interface DueWork {
  readonly item: Table.Item;
  /** The item's keys. */
  readonly name: string;
  /** When, by the sandbox's clock. */
  readonly at: string;
  work(): Promise<boolean>;
}

/** Returns the due work of a ledger, the earliest first. */
async function dueWork(owner: LedgerOwner): Promise<DueWork[]> {
  const all = await Promise.all(
    kinds.map(async ({ open, work }) =>
      (await open(owner)).flatMap((item) => {
        const at = Due.timeOf(item);
        const name = `${item["pk"]} ${item["sk"]} `;
        return at === undefined ? [] : [{ item, name, at, work: () => work(item) }];
      }),
    ),
  );
  return all.flat().sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
