import { decodeTime, encodeTime } from "ulid";
import * as Clock from "../clock/index.ts";
import { prefixes } from "../ids/index.ts";
import type { BaseUnits } from "../money/index.ts";
import type { Key } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";
import { walletKey, walletOf } from "./accounts.ts";
import { historyLine } from "./entity.ts";
import { type AccountRef, accountState, type Balances, type HistoryLine, historyItem } from "./schema.ts";

/** What a user account had at an instant, however much it is changed meanwhile. */

/** How often the account is looked at together with its new lines, before what came first is added up instead. */
const MAX_ROUNDS = 8;

/**
 * How long after its stamp an entry may be committed, at most. Ids are not in the order of commits, so a line that is this
 * much older than the newest one may still be missing.
 */
const STAMPING_MS = 60_000;

/**
 * What a user account had at an instant: what it has now, less all that came after. An entry belongs to the instant in its id,
 * which is stamped before it is committed: the answer is final once the instant lies further back than a function may run.
 * Entries of that very millisecond count. An account that there is not had nothing.
 *
 * Nobody can keep it from being found by changing the account: every round reads only what is new, and an account that does not
 * hold still for any two of them is added up from its first line to the instant, which no later change touches.
 * @param atMs milliseconds since the epoch
 * @throws TypeError when it is no user's account
 */
export async function balanceAt(ref: AccountRef, atMs: number): Promise<Balances> {
  const key = walletKey(ref);
  const later = new Lines();
  let fromMs = atMs + 1;
  let before: { readonly entries: bigint; readonly lines: number } | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const startedMs = Clock.nowMs();
    const [account, lines] = await Promise.all([read(key), linesFrom(ref, fromMs)]);
    for (const line of lines) later.add(line);
    // Every entry that touches the account counts it up. The lines of one round were all there at the account's next reading,
    // and those at its reading are all among the lines of the next round: where neither has grown, they are the same.
    if (before?.entries === account.transactionCount && before.lines === later.size)
      return { available: account.available - later.available, held: account.held - later.held };
    before = { entries: account.transactionCount, lines: later.size };
    fromMs = Math.max(fromMs, Math.min(later.newestMs, startedMs) - STAMPING_MS);
  }
  return sumUpTo(ref, atMs);
}

/** What a user account has now: as `balanceAt` of this instant, in one read. */
export async function balanceNow(ref: AccountRef): Promise<Balances> {
  const { available, held } = await read(walletKey(ref));
  return { available, held };
}

/** The sum of lines, each counted once however often it is read. */
class Lines {
  available: BaseUnits = 0n;
  held: BaseUnits = 0n;
  /** The latest instant that a line belongs to. */
  newestMs = 0;
  readonly #seen = new Set<string>();

  get size(): number {
    return this.#seen.size;
  }

  add({ entryId, available, held }: HistoryLine): void {
    if (this.#seen.has(entryId)) return;
    this.#seen.add(entryId);
    this.available += available;
    this.held += held;
    this.newestMs = Math.max(this.newestMs, decodeTime(entryId.slice(PREFIX.length).toUpperCase()));
  }
}

async function read(key: Key): Promise<Balances & { readonly transactionCount: bigint }> {
  const item = await Table.get(key);
  return item ? accountState.parse(item) : { available: 0n, held: 0n, transactionCount: 0n };
}

const PREFIX = `${prefixes.entry}_`;

/** A ULID begins with its time: this sorts before the line of every entry of that millisecond, and behind all earlier ones. */
export const startOf = (walletId: string, ms: number): string =>
  historyLine.key({ walletId, entryId: PREFIX + encodeTime(ms).toLowerCase() }).sk;

/** All lines of an account from an instant on. */
async function linesFrom({ account }: AccountRef, fromMs: number): Promise<HistoryLine[]> {
  const walletId = walletOf(account) ?? "";
  const pk = historyLine.partition({ walletId });
  const items = await Table.queryAll({ pk, from: startOf(walletId, fromMs) });
  return items.map((item) => historyItem.parse(item));
}

/** The sum of all that an account has seen up to an instant: slow where that is much, and the same at every reading. */
async function sumUpTo({ account }: AccountRef, atMs: number): Promise<Balances> {
  const walletId = walletOf(account) ?? "";
  const sum: { available: BaseUnits; held: BaseUnits } = { available: 0n, held: 0n };
  let after: Table.Item | undefined;
  do {
    const pk = historyLine.partition({ walletId });
    const page: Table.Page = await Table.query({ pk, upTo: startOf(walletId, atMs + 1), after });
    for (const item of page.items) {
      const { available, held } = historyItem.parse(item);
      sum.available += available;
      sum.held += held;
    }
    after = page.next;
  } while (after);
  return sum;
}
