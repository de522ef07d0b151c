import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { walletRef } from "../ledger/accounts.ts";
import { type Standing, standingAt } from "../ledger/balance-at.ts";
import { entriesOf, linesOf } from "../ledger/lines.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { owned } from "../wallets/owned.ts";
import type { Wallet } from "../wallets/schema.ts";
import { ReportTooLarge } from "./errors.ts";
import type { Order } from "./report.ts";

/** What account statements say, read from the ledger so that all of it agrees. */

/** @param symbol of a wallet, or "all" @throws WALLET_NOT_FOUND */
async function chosen({ actor }: Order, symbol: string): Promise<Wallet[]> {
  const wallets = await owned(actor);
  if (symbol.toLowerCase() === "all") return wallets;
  const wanted = Assets.find(symbol)?.symbol;
  const found = wallets.filter(({ asset }) => asset.symbol === wanted);
  if (found.length === 0)
    throw fail(WalletNotFound, {
      message: text(
        `You have no wallet of ${wanted ?? symbol}.`,
        `Vous n'avez pas de portefeuille en ${wanted ?? symbol}.`,
      ),
    });
  return found;
}

export interface Move {
  /** With the wallet's balance after it. */
  readonly line: RunningLine;
  readonly entry: Entry;
}

export interface Account {
  readonly wallet: Wallet;
  readonly opening: Standing;
  readonly moves: readonly Move[];
  readonly closing: Standing;
}

export const rowsOf = (accounts: Iterable<Account>): number =>
  [...accounts].reduce((sum, { moves }) => sum + moves.length, 0);

/** What is read of each wallet. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Moves of all of them. */
  readonly maxRows: number;
}

/**
 * The wallets as they were at one instant. An entry may be stamped before it is committed, so one that moves
 * money between two wallets may come when the first was read and the second was not: they are read again
 * where one has come.
 * @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE, CONTENTION
 */
export const accountsOf = (order: Order, symbol: string, period: Period): Promise<Account[]> =>
  Table.retry(async () => {
    const accounts = new Map<string, Account>();
    for (const wallet of await chosen(order, symbol))
      accounts.set(wallet.id, await read(order, wallet, period, rowsOf(accounts.values())));
    for (const { id } of await chosen(order, symbol)) {
      const { entries } = await standingAt(walletRef(id), period.untilMs - 1);
      if (accounts.get(id)?.closing.entries !== entries) throw new Table.ConditionFailed();
    }
    return [...accounts.values()];
  });

/**
 * A wallet's lines in a time.
 * @param taken how many moves the other wallets have
 * @throws REPORT_TOO_LARGE; ConditionFailed where an entry came in between
 */
async function read(
  { checkpoint }: Order,
  wallet: Wallet,
  { fromMs, untilMs, maxRows }: Period,
  taken: number,
): Promise<Account> {
  const ref = walletRef(wallet.id);
  const opening = await standingAt(ref, fromMs - 1);
  let closing = opening;
  const moves: Move[] = [];
  for await (const page of linesOf(ref, fromMs, untilMs)) {
    if (taken + moves.length + page.length > maxRows) throw fail(ReportTooLarge, { details: { maxRows } });
    await checkpoint();
    const entries = await entriesOf(page.map(({ entryId }) => entryId));
    for (const [index, entry] of entries.entries()) {
      const line = page[index];
      // An entry of the time before came between the two readings.
      if (line?.sequence !== closing.entries + 1n) throw new Table.ConditionFailed();
      closing = {
        available: line.availableAfter,
        held: line.heldAfter,
        entries: line.sequence,
        head: line.hash,
      };
      moves.push({ line, entry });
    }
  }
  return { wallet, opening, moves, closing };
}
