import { decodeTime, encodeTime } from "ulid";
import * as Clock from "../kernel/clock/index.ts";
import { prefixes } from "../kernel/ids/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
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
  const { available, held } = await standingAt(ref, atMs);
  return { available, held };
}

/** What a user account had, and how many entries had changed it. */
export interface Standing extends Balances {
  readonly entries: bigint;
}

/** Is told of each page of lines that is read, by how many they are; what it throws ends the reading. */
export type Watch = (lines: number) => Promise<void>;

/** As `balanceAt`, with the number of entries: two readings that agree in it know of the same entries. */
export async function standingAt(ref: AccountRef, atMs: number, watch?: Watch): Promise<Standing> {
  const key = walletKey(ref);
  const later = new Lines();
  let fromMs = atMs + 1;
  let before: { readonly entries: bigint; readonly lines: number } | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const startedMs = Clock.nowMs();
    const [account] = await Promise.all([read(key), later.read(ref, fromMs, watch)]);
    // Every entry that touches the account counts it up. The lines of one round were all there at the account's next reading,
    // and those at its reading are all among the lines of the next round: where neither has grown, they are the same.
    if (before?.entries === account.transactionCount && before.lines === later.size)
      return {
        available: account.available - later.available,
        held: account.held - later.held,
        entries: account.transactionCount - BigInt(later.size),
      };
    before = { entries: account.transactionCount, lines: later.size };
    fromMs = Math.max(fromMs, Math.min(later.newestMs, startedMs) - STAMPING_MS);
  }
  return sumUpTo(ref, atMs, watch);
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

  /** Adds all lines of an account from an instant on. */
  async read({ account }: AccountRef, fromMs: number, watch?: Watch): Promise<void> {
    const walletId = walletOf(account) ?? "";
    const range = { pk: historyLine.partition({ walletId }), from: startOf(walletId, fromMs) };
    for await (const lines of pagesOf(range, watch)) for (const line of lines) this.#add(line);
  }

  #add({ entryId, available, held }: HistoryLine): void {
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

type Range = Pick<Table.QueryInput, "pk" | "from" | "upTo">;

/** Lines of histories page by page, oldest first: they may be more than a process holds. */
export async function* pagesOf(range: Range, watch?: Watch): AsyncGenerator<HistoryLine[]> {
  let after: Table.Item | undefined;
  do {
    const page: Table.Page = await Table.query({ ...range, after });
    await watch?.(page.items.length);
    yield page.items.map((item) => historyItem.parse(item));
    after = page.next;
  } while (after);
}

/** The sum of all that an account has seen up to an instant: slow where that is much, and the same at every reading. */
async function sumUpTo({ account }: AccountRef, atMs: number, watch?: Watch): Promise<Standing> {
  const walletId = walletOf(account) ?? "";
  const sum = { available: 0n, held: 0n, entries: 0n };
  const range = { pk: historyLine.partition({ walletId }), upTo: startOf(walletId, atMs + 1) };
  for await (const lines of pagesOf(range, watch)) {
    sum.entries += BigInt(lines.length);
    for (const { available, held } of lines) {
      sum.available += available;
      sum.held += held;
    }
  }
  return sum;
}
