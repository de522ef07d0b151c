import * as Withdrawals from "../banking/withdrawals/order.ts";
import * as Governance from "../defi/governance/advance.ts";
import * as Compounding from "../defi/staking/schedules.ts";
import * as Staking from "../defi/staking/schedules.ts";
import { sandbox, sandboxDue } from "../identity/sandboxes/entity.ts";
import * as State from "../identity/sandboxes/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as LedgerClock from "../kernel/clock/ledger.ts";
import { invalidField } from "../kernel/errors.ts";
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
 * A sandbox's clock. It moves to its goal in steps, each to the time of the next due work, which is then executed. So all work runs
 * at its time and in its order, and readers see the clock on its way. If the process of a move dies, the schedule continues the
 * move.
 */

/** How far a clock may be ahead of the platform's. */
const MAX_AHEAD_MS = 20 * 365 * DAY_MS;
/** How long a request moves the clock before the schedule takes over. */
const REQUEST_TIMEOUT_MS = 20_000;
/** How long after its start the schedule finishes a move. Longer than any request that has read the clock before the move. */
const FINISH_AFTER_MS = 60_000;

/** A clock, as shown to clients. */
export interface ShownClock
  extends Pick<Open["stored"], "aheadMs" | "goalMs" | "createdAt">,
    Pick<Open, "mode"> {
  /** The clock's time (ISO 8601). */
  readonly now: string;
}

const toShownClock = ({ mode, stored }: Pick<Open, "mode" | "stored">): ShownClock => {
  const { aheadMs, goalMs, createdAt } = stored;
  return { mode, createdAt, aheadMs, goalMs, now: new Date(Clock.nowMs() + aheadMs).toISOString() };
};

export const read = async (tester: Tester): Promise<ShownClock> => toShownClock(await open(tester));

/**
 * Moves a sandbox's clock forward, and executes the work that becomes due.
 * @throws INVALID_REQUEST if the clock would be too far ahead; CONTENTION
 */
export async function advance(
  tester: Tester,
  seconds: number,
  claim?: Idempotency.Claim<ShownClock>,
): Promise<ShownClock> {
  await open(tester);
  const key = State.keyOf(tester.userId);
  const planned = await Table.change(
    () => Table.getMany([key]),
    ([item]) => {
      const stored = sandbox.parse(item ?? {});
      const goalMs = stored.goalMs + seconds * 1000;
      if (goalMs > MAX_AHEAD_MS) throw tooFarError();
      const { mode } = State.stateOf({ ...tester, ownershipId: stored.ownershipId }, item);
      const result = toShownClock({ mode, stored: { ...stored, aheadMs: goalMs, goalMs } });
      return { writes: [...Idempotency.recordWrites(claim, result), goalWrite(stored, goalMs)], result };
    },
  );
  const now = await continueMove(tester, Clock.nowMs() + REQUEST_TIMEOUT_MS);
  return now && now.mode === planned.mode && now.stored.aheadMs < planned.goalMs
    ? toShownClock(now)
    : planned;
}

const tooFarError = () =>
  invalidField(
    "advance_seconds",
    text(
      "must not move the clock more than 20 years ahead. Reset the sandbox to set the clock back",
      "ne doit pas avancer l'horloge de plus de 20 ans. Réinitialisez le bac à sable pour la ramener à l'heure",
    ),
  );

const goalWrite = ({ ownerId, generation, goalMs: before }: Open["stored"], goalMs: number): Table.Write => ({
  update: State.keyOf(ownerId),
  set: { goalMs, ...sandboxDue.at(ownerId, new Date(Clock.nowMs() + FINISH_AFTER_MS).toISOString()) },
  where: Where.is({ generation, goalMs: before }),
});

/** Continues all interrupted moves, and finishes those at their goal. @returns the number of processed moves */
export const continueDueMoves = (): Promise<number> =>
  Due.sweep(sandboxDue, async (item) => {
    const { ownerId: userId, ownershipId } = sandbox.parse(item);
    const owner = { userId, ownershipId };
    const now = await continueMove(owner, Clock.nowMs() + REQUEST_TIMEOUT_MS);
    if (!now || now.stored.aheadMs >= now.stored.goalMs) await finishMove(owner, now);
    return true;
  });

/** Finishes a move: updates the due times of work that concurrent requests have scheduled with the earlier clock. */
async function finishMove({ userId, ownershipId }: Owner, now: Open | undefined): Promise<void> {
  if (now) await updateDueTimes(await dueWork({ mode: now.mode, userId }), now.stored.aheadMs);
  const where = now
    ? Where.is({ generation: now.stored.generation, goalMs: now.stored.goalMs })
    : Where.is({ ownershipId });
  await Table.ignoreConditionFailure(Table.update(State.keyOf(userId), { set: Due.done, where }));
}

/**
 * Moves an owner's clock to its goal. Several processes may do so in parallel.
 * @param untilMs when the schedule takes over
 * @returns the sandbox after the move. Undefined if it does not exist
 */
async function continueMove(owner: Owner, untilMs: number): Promise<Open | undefined> {
  /** Executed work. If it failed or is still due, its own schedule retries it. */
  const attempted = new Set<string>();
  for (;;) {
    const state = await State.read(owner);
    const { stored } = state;
    if (!stored) return undefined;
    const hasArrived = stored.aheadMs >= stored.goalMs;
    if (hasArrived || Clock.nowMs() >= untilMs) return { ...state, stored };
    const all = await dueWork({ mode: state.mode, userId: owner.userId });
    const [next] = all.filter(({ name, at }) => !attempted.has(name + at));
    const nextMs = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.at) - Clock.nowMs();
    if (next === undefined || nextMs > stored.goalMs) {
      await updateDueTimes(all, stored.goalMs);
      await moveTo(stored, stored.goalMs);
    } else {
      const aheadMs = Math.max(stored.aheadMs, nextMs);
      await moveTo(stored, aheadMs);
      await LedgerClock.under(aheadMs, () => runWork(next));
      attempted.add(next.name + next.at);
    }
  }
}

/** Moves a clock forward, unless another process has moved it farther. */
async function moveTo(stored: Open["stored"], aheadMs: number): Promise<void> {
  const { ownerId, generation } = stored;
  const move = Table.update(State.keyOf(ownerId), {
    set: { aheadMs },
    where: Where.all(
      Where.is({ generation }),
      Where.any(Where.is({ aheadMs }), Where.below("aheadMs", aheadMs)),
    ),
  });
  await Table.ignoreConditionFailure(move);
}

async function runWork({ name, at, work }: DueWork): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("sandbox: due work failed, its own schedule retries it", { item: name, at, error });
  }
}

/** Updates the index of later work to the platform's times when this clock will reach it. */
async function updateDueTimes(all: readonly DueWork[], aheadMs: number): Promise<void> {
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

// Due work is read by key, because an index is eventually consistent.

/** A kind of due work: how to read its open items in a ledger, and how to execute one. */
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
  /** The item's partition and sort key. */
  readonly name: string;
  /** The due time, by the sandbox's clock. */
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
