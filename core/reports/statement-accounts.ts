import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import { walletRef } from "../ledger/accounts.ts";
import { type Standing, standingAt } from "../ledger/balance-at.ts";
import { entriesOf, linesOf, type Watch } from "../ledger/lines.ts";
import type { Balances, Entry, HistoryLine } from "../ledger/schema.ts";
import { WalletNotFound } from "../ledger/wallets/errors.ts";
import { owned } from "../ledger/wallets/owned.ts";
import type { Wallet } from "../ledger/wallets/schema.ts";
import * as Table from "../platform/table/index.ts";
import { ReportTooLarge } from "./errors.ts";
import { MAX_READ_LINES, type Order } from "./report.ts";

/** What account statements say, read from the ledger so that all of it agrees. */

/** Counts what is read from the histories, for all of a statement. @throws REPORT_TOO_LARGE, and what `breathe` throws */
export function watching({ breathe }: Order): Watch {
  let read = 0;
  return async (lines) => {
    await breathe();
    read += lines;
    if (read > MAX_READ_LINES) throw fail(ReportTooLarge, { details: { maxLines: MAX_READ_LINES } });
  };
}

const isAll = (symbol: string): boolean => symbol.toLowerCase() === "all";

/** @throws WALLET_NOT_FOUND */
async function chosen({ actor }: Order, symbol: string): Promise<Wallet[]> {
  const wallets = await owned(actor);
  if (isAll(symbol)) return wallets;
  const wanted = Assets.find(symbol)?.symbol;
  const found = wallets.filter(({ asset }) => asset.symbol === wanted);
  if (found.length === 0)
    throw fail(WalletNotFound, { message: `You have no wallet of ${wanted ?? symbol}.` });
  return found;
}

export interface Move {
  readonly line: HistoryLine;
  readonly entry: Entry;
  /** After it. */
  readonly balance: Balances;
}

export interface Account {
  readonly wallet: Wallet;
  readonly opening: Balances;
  readonly moves: readonly Move[];
  readonly closing: Standing;
}

export const rowsOf = (accounts: readonly Account[]): number =>
  accounts.reduce((sum, { moves }) => sum + moves.length, 0);

/** What is read of each wallet. */
export interface Reading {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Moves of all of them. */
  readonly maxRows: number;
  readonly watch: Watch;
}

/**
 * The wallets as they were at one instant. An entry may be stamped before it is committed, so one that moves money between two wallets
 * may come when the first was read and the second was not: they are looked at again until nothing has come to any of them since.
 * @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE, CONTENTION
 */
export async function agreed(order: Order, symbol: string, reading: Reading): Promise<Account[]> {
  const accounts = new Map<string, Account>();
  return Table.retry(async () => {
    const wallets = await chosen(order, symbol);
    let changed = 0;
    for (const wallet of wallets) {
      if (await isCurrent(accounts.get(wallet.id), reading)) continue;
      changed++;
      accounts.delete(wallet.id);
      accounts.set(wallet.id, await read(wallet, reading, rowsOf([...accounts.values()])));
    }
    // One wallet by its name agrees with itself.
    if (changed > 0 && isAll(symbol)) throw new Table.ConditionFailed();
    return wallets.flatMap(({ id }) => accounts.get(id) ?? []);
  });
}

/** Whether an account was read, and nothing has come to it since. */
async function isCurrent(account: Account | undefined, { untilMs }: Reading): Promise<boolean> {
  if (!account) return false;
  const { entries } = await standingAt(walletRef(account.wallet.id), untilMs - 1);
  return entries === account.closing.entries;
}

/** How many moves are looked up at once. */
const BATCH = 100;

/**
 * A wallet's lines in a time, each with its running balance.
 * @param taken how many moves the other wallets have
 * @throws REPORT_TOO_LARGE
 */
async function read(
  wallet: Wallet,
  { fromMs, untilMs, maxRows, watch }: Reading,
  taken: number,
): Promise<Account> {
  const ref = walletRef(wallet.id);
  const opening = await standingAt(ref, fromMs - 1);
  let closing = opening;
  const moves: Move[] = [];
  for await (const page of linesOf(ref, fromMs, untilMs, watch)) {
    if (taken + moves.length + page.length > maxRows) throw fail(ReportTooLarge, { details: { maxRows } });
    for (let start = 0; start < page.length; start += BATCH) {
      const lines = page.slice(start, start + BATCH);
      const entries = await entriesOf(lines.map(({ entryId }) => entryId));
      await watch(0);
      for (const [index, line] of lines.entries()) {
        // An entry of the time before came between the two readings.
        if (line.sequence !== closing.entries + 1n) throw new Table.ConditionFailed();
        closing = { available: line.availableAfter, held: line.heldAfter, entries: line.sequence };
        const entry = entries[index];
        if (entry) moves.push({ line, entry, balance: closing });
      }
    }
  }
  return { wallet, opening, moves, closing };
}
