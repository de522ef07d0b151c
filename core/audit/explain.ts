import { GENESIS, walletOf, walletRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import { historyLines } from "../ledger/entry.ts";
import type {
  AccountRef,
  AccountState,
  Entry,
  HistoryLine,
  Hold,
  Link,
  RunningLine,
} from "../ledger/schema.ts";
import type { Item } from "../platform/table/index.ts";
import { dispatcher, entryKind, holdKind, lineKind, reading, reversalKind, walletKind } from "./kinds.ts";
import { balanceAfter, balanceBefore, lineParts, type Position, show, walletAccountOf } from "./texts.ts";

/**
 * The second pass: finds the items that differ. Needed only if the first pass found a difference in a sum of hashes.
 */

/** Returns every item of a table. */
export type Scan = () => Iterable<Item> | AsyncIterable<Item>;

class Case {
  readonly ref: AccountRef;
  state: AccountState | undefined;
  readonly links: (Link & Pick<Entry, "entryId" | "transactionHash">)[] = [];
  readonly computedLines = new Map<string, HistoryLine & Pick<RunningLine, "entryHash">>();
  readonly storedLines = new Map<string, RunningLine>();
  readonly computedHolds = new Map<string, { whole: bigint; left: bigint }>();
  readonly storedHolds = new Map<string, Hold>();
  constructor(ref: AccountRef) {
    this.ref = ref;
  }
}

/** Scans again and returns the problems of each suspect account and of the marks of reversals. */
export async function explain(
  scan: Scan,
  refs: readonly AccountRef[],
  reversals: boolean,
): Promise<string[]> {
  const cases = new Map(refs.map((ref) => [refName(ref), new Case(ref)]));
  const reversed = new Map<string, string>();
  const marks = new Map<string, string>();
  const caseOf = (ref: AccountRef) => cases.get(refName(ref));
  const add = dispatcher([
    reading(entryKind, (entry) => {
      gather(cases, entry);
      if (entry.reverses) reversed.set(entry.reverses, entry.entryId);
    }),
    reading(reversalKind, ({ entryId, reversedBy }) => marks.set(entryId, reversedBy)),
    reading(lineKind, (line) => caseOf(walletAccountOf(line.walletId))?.storedLines.set(line.entryId, line)),
    reading(holdKind, (hold) => caseOf(hold)?.storedHolds.set(hold.holdId, hold)),
    reading(walletKind, ({ walletId, iban: _, ...state }) => {
      const one = caseOf(walletRef(walletId));
      if (one) one.state = state;
    }),
  ]);
  for await (const item of scan()) add(item);
  const problems = [...cases.values()].flatMap((one) => [
    ...chain(one),
    ...history(one),
    ...balances(one),
    ...holds(one),
  ]);
  return reversals ? [...problems, ...reversalMarks(reversed, marks)] : problems;
}

function gather(cases: ReadonlyMap<string, Case>, entry: Entry): void {
  const { entryId, link, transactionHash } = entry;
  const ref = link && walletAccountOf(walletOf(link.initiator) ?? "");
  if (link && ref) cases.get(refName(ref))?.links.push({ ...link, entryId, transactionHash });
  for (const line of historyLines(entry)) {
    cases.get(refName(walletAccountOf(line.walletId)))?.computedLines.set(entryId, {
      ...line,
      entryHash: transactionHash,
    });
  }
  for (const { holdId, change, ...ref } of entry.holds) {
    const computed = cases.get(refName(ref))?.computedHolds;
    const { whole, left } = computed?.get(holdId) ?? { whole: 0n, left: 0n };
    computed?.set(holdId, { whole: whole + (change > 0n ? change : 0n), left: left + change });
  }
}

/** Walks the chain from its first entry to the account's head. */
function chain({ ref, state, links }: Case): string[] {
  let head = GENESIS;
  let seq = 0n;
  for (const link of links.sort((a, b) => (a.seq < b.seq ? -1 : 1))) {
    if (link.seq !== seq + 1n) {
      return [
        `${ref.account}: entry ${link.entryId} is number ${link.seq} of the chain, but ${seq + 1n} is expected`,
      ];
    }
    if (link.prevHash !== head) {
      return [
        `${ref.account}: entry ${link.entryId} follows ${link.prevHash}, but the entry before has ${head}`,
      ];
    }
    head = link.transactionHash;
    seq = link.seq;
  }
  if (!state || (state.head === head && state.seq === seq)) return [];
  return [
    `${ref.account}: the account's chain ends at ${state.head} (number ${state.seq}), the journal's at ${head} (${seq})`,
  ];
}

function history({ ref, computedLines, storedLines }: Case): string[] {
  const text = (line: (HistoryLine & Pick<RunningLine, "entryHash">) | undefined) =>
    line ? JSON.stringify(lineParts(line, line.entryHash).map(String)) : "nothing";
  return [...new Set([...computedLines.keys(), ...storedLines.keys()])]
    .filter((id) => text(computedLines.get(id)) !== text(storedLines.get(id)))
    .map(
      (id) =>
        `${ref.account}: the history has ${text(storedLines.get(id))} for ${id}, the journal ${text(computedLines.get(id))}`,
    );
}

/** Walks the running balance from the first line to the account's balance. */
function balances({ ref, state, storedLines }: Case): string[] {
  const text = ([entries, available, held, hash]: Position) =>
    `${show(available, ref)} and ${show(held, ref)} held after ${entries} entries, at ${hash}`;
  let end: Position = [0n, 0n, 0n, GENESIS];
  for (const line of [...storedLines.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
    const before = balanceBefore(line);
    if (String(before) !== String(end))
      return [
        `${ref.account}: before ${line.entryId} the running balance is ${text(before)}, but ${text(end)} is expected`,
      ];
    end = balanceAfter(line);
  }
  const stored: Position | undefined = state && [
    state.transactionCount,
    state.available,
    state.held,
    state.lineHead,
  ];
  return !stored || String(stored) === String(end)
    ? []
    : [`${ref.account}: the running balance ends at ${text(end)}, but the account has ${text(stored)}`];
}

function holds({ ref, computedHolds, storedHolds }: Case): string[] {
  const text = (hold: { whole: bigint; left: bigint } | undefined) =>
    hold ? `${show(hold.left, ref)} of ${show(hold.whole, ref)} left` : "nothing";
  const stored = (id: string) => {
    const hold = storedHolds.get(id);
    return text(hold && { whole: hold.amount, left: hold.remaining });
  };
  return [...new Set([...computedHolds.keys(), ...storedHolds.keys()])]
    .filter((id) => text(computedHolds.get(id)) !== stored(id))
    .map(
      (id) =>
        `${ref.account}: the hold ${id} has ${stored(id)}, the journal gives ${text(computedHolds.get(id))}`,
    );
}

const reversalMarks = (reversed: ReadonlyMap<string, string>, marks: ReadonlyMap<string, string>): string[] =>
  [...new Set([...reversed.keys(), ...marks.keys()])]
    .filter((id) => reversed.get(id) !== marks.get(id))
    .map(
      (id) =>
        `the entry ${id} is marked as reversed by ${marks.get(id)}, but by the journal by ${reversed.get(id)}`,
    );
