import * as Assets from "../../assets/index.ts";
import { fail } from "../../errors.ts";
import { walletRef } from "../../ledger/accounts.ts";
import { type Standing, standingAt, type Watch } from "../../ledger/balance-at.ts";
import { Contention } from "../../ledger/errors.ts";
import { entriesOf, linesOf } from "../../ledger/lines.ts";
import type { Balances, Entry, HistoryLine } from "../../ledger/schema.ts";
import * as Money from "../../money/index.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { owned } from "../../wallets/owned.ts";
import type { Wallet } from "../../wallets/schema.ts";
import { ReportTooLarge } from "../errors.ts";
import { Csv, type CsvColumn } from "./csv.ts";
import { type PdfColumn, type PdfSection, pdf } from "./pdf.ts";
import {
  breathing,
  CSV_TYPE,
  MAX_CSV_ROWS,
  MAX_PDF_ROWS,
  MAX_READ_LINES,
  type Made,
  type Order,
  PDF_TYPE,
} from "./report.ts";
import type { StatementPayload } from "./schema.ts";
import { dayOf, figure, minuteOf, operation, words } from "./words.ts";

/** Account statements: every line of the wallets' histories in a time, between the balances before and after. */

const DAY_MS = 86_400_000;

/** @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE; CONTENTION where the ledger did not hold still */
export async function statement(order: Order, payload: StatementPayload): Promise<Made> {
  const { from, to, format } = payload;
  const fromMs = Date.parse(from);
  // Of a day that is not over, what there is up to now.
  const untilMs = Math.max(fromMs, Math.min(Date.parse(to) + DAY_MS, order.nowMs + 1));
  const maxRows = format === "csv" ? MAX_CSV_ROWS : MAX_PDF_ROWS;
  const accounts = await agreed(order, payload.wallet, {
    ...{ fromMs, untilMs, maxRows },
    watch: watching(order),
  });
  return {
    name: `statement-${from}-${to}.${format}`,
    contentType: format === "csv" ? CSV_TYPE : PDF_TYPE,
    body:
      format === "csv"
        ? await toCsv(order, accounts, fromMs, untilMs)
        : await toPdf(order, payload, accounts),
    result: {
      wallets: accounts.map(({ wallet: { asset }, opening, closing }) => ({
        wallet: asset.symbol,
        openingBalance: Money.format(opening.available + opening.held, asset.decimals),
        closingBalance: Money.format(closing.available + closing.held, asset.decimals),
      })),
      lines: rowsOf(accounts),
    },
  };
}

/** Counts what is read from the histories, for all of a statement. @throws REPORT_TOO_LARGE, and what `breathe` throws */
function watching({ breathe }: Order): Watch {
  let read = 0;
  return async (lines) => {
    await breathe();
    read += lines;
    if (read > MAX_READ_LINES) throw fail(ReportTooLarge, { details: { maxLines: MAX_READ_LINES } });
  };
}

/** @throws WALLET_NOT_FOUND */
async function chosen({ actor }: Order, symbol: string): Promise<Wallet[]> {
  const wallets = await owned(actor);
  if (symbol.toLowerCase() === "all") return wallets;
  const wanted = Assets.find(symbol)?.symbol;
  const found = wallets.filter(({ asset }) => asset.symbol === wanted);
  if (found.length === 0)
    throw fail(WalletNotFound, { message: `You have no wallet of ${wanted ?? symbol}.` });
  return found;
}

interface Move {
  readonly line: HistoryLine;
  readonly entry: Entry;
  /** After it. */
  readonly balance: Balances;
}

interface Account {
  readonly wallet: Wallet;
  readonly opening: Balances;
  readonly moves: readonly Move[];
  readonly closing: Standing;
}

const rowsOf = (accounts: readonly Account[]): number =>
  accounts.reduce((sum, { moves }) => sum + moves.length, 0);

/** What is read of each wallet. */
interface Reading {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Moves of all of them. */
  readonly maxRows: number;
  readonly watch: Watch;
}

/** How often a wallet is read until its lines agree with its balances, and all of them until none has changed meanwhile. */
const MAX_ROUNDS = 5;

/**
 * The wallets as they were at one instant. An entry may be stamped before it is committed, so one that moves money between two wallets
 * may come when the first was read and the second was not: they are looked at again until nothing has come to any of them since.
 * @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE, CONTENTION
 */
async function agreed(order: Order, symbol: string, reading: Reading): Promise<Account[]> {
  const accounts = new Map<string, Account>();
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const wallets = await chosen(order, symbol);
    let changed = 0;
    for (const wallet of wallets) {
      if (await holds(accounts.get(wallet.id), reading)) continue;
      changed++;
      accounts.delete(wallet.id);
      accounts.set(wallet.id, await settled(wallet, reading, rowsOf([...accounts.values()])));
    }
    const found = wallets.flatMap(({ id }) => accounts.get(id) ?? []);
    // A wallet alone has been looked at a second time.
    if (changed === 0 || found.length === 1) return found;
  }
  throw fail(Contention);
}

/** Whether an account was read, and nothing has come to it since. */
async function holds(account: Account | undefined, { untilMs, watch }: Reading): Promise<boolean> {
  if (!account) return false;
  const { entries } = await standingAt(walletRef(account.wallet.id), untilMs - 1, watch);
  return entries === account.closing.entries;
}

/** How many moves are looked up at once. */
const BATCH = 100;

/**
 * A wallet's lines in a time, with the balance after each. They are read until they are as many, and come to as much, as the ledger says
 * at the time's end.
 * @param taken how many moves the other wallets have
 * @throws REPORT_TOO_LARGE, CONTENTION
 */
async function settled(
  wallet: Wallet,
  { fromMs, untilMs, maxRows, watch }: Reading,
  taken: number,
): Promise<Account> {
  const ref = walletRef(wallet.id);
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const opening = await standingAt(ref, fromMs - 1, watch);
    const moves: Move[] = [];
    let last: Balances = opening;
    for await (const page of linesOf(ref, fromMs, untilMs, watch)) {
      if (taken + moves.length + page.length > maxRows) throw fail(ReportTooLarge, { details: { maxRows } });
      for (let start = 0; start < page.length; start += BATCH) {
        const lines = page.slice(start, start + BATCH);
        const entries = await entriesOf(lines.map(({ entryId }) => entryId));
        await watch(0);
        for (const [index, line] of lines.entries()) {
          last = { available: last.available + line.available, held: last.held + line.held };
          const entry = entries[index];
          if (entry) moves.push({ line, entry, balance: last });
        }
      }
    }
    const closing = await standingAt(ref, untilMs - 1, watch);
    const known = opening.entries + BigInt(moves.length) === closing.entries;
    if (known && closing.available === last.available && closing.held === last.held)
      return { wallet, opening, moves, closing };
  }
  throw fail(Contention);
}

const csvColumns: readonly CsvColumn[] = [
  { name: "wallet", kind: "text" },
  { name: "date", kind: "text" },
  { name: "type", kind: "text" },
  { name: "description", kind: "text" },
  { name: "from", kind: "text" },
  { name: "amount", kind: "figure" },
  { name: "available_change", kind: "figure" },
  { name: "locked_change", kind: "figure" },
  { name: "available_balance", kind: "figure" },
  { name: "locked_balance", kind: "figure" },
  { name: "balance", kind: "figure" },
  { name: "reference", kind: "text" },
  { name: "transaction_hash", kind: "text" },
];

const CHUNK = 500;

/** One line for each of history's, between one for each wallet's balance before and one for that after. */
async function toCsv(
  order: Order,
  accounts: readonly Account[],
  fromMs: number,
  untilMs: number,
): Promise<Uint8Array> {
  const csv = new Csv(csvColumns);
  const breath = breathing(order);
  for (const { wallet, opening, moves, closing } of accounts) {
    const { symbol, decimals } = wallet.asset;
    const amount = (units: bigint) => Money.format(units, decimals);
    const balances = ({ available, held }: Balances) => [available, held, available + held].map(amount);
    const standing = (type: string, atMs: number, balance: Balances) => [
      ...[symbol, new Date(atMs).toISOString(), type, "", "", "", "", ""],
      ...balances(balance),
    ];
    csv.add([standing("OPENING_BALANCE", fromMs, opening)]);
    for (let start = 0; start < moves.length; start += CHUNK) {
      await breath();
      csv.add(
        moves
          .slice(start, start + CHUNK)
          .map(({ line, entry, balance }) => [
            ...[symbol, line.createdAt, line.type, entry.reason, line.from],
            ...[line.available + line.held, line.available, line.held].map(amount),
            ...balances(balance),
            ...[line.entryId, entry.transactionHash],
          ]),
      );
    }
    csv.add([standing("CLOSING_BALANCE", untilMs - 1, closing)]);
  }
  return csv.body;
}

function toPdf(
  order: Order,
  { from, to }: StatementPayload,
  accounts: readonly Account[],
): Promise<Uint8Array> {
  const { language } = order;
  const w = words[language];
  return pdf(
    {
      title: w.statement,
      period: `${w.period}: ${dayOf(from, language)} ${w.until} ${dayOf(to, language)}`,
      facts: [],
      sections: accounts.map((account) => section(order, account)),
      notes: accounts.length === 0 ? [w.none] : [],
    },
    order,
  );
}

function section({ language }: Order, { wallet, opening, moves, closing }: Account): PdfSection {
  const w = words[language];
  const { symbol, name, decimals } = wallet.asset;
  const amount = (units: bigint) => figure(Money.format(units, decimals), language, Math.min(decimals, 2));
  const total = ({ available, held }: Balances) => amount(available + held);
  const changes = moves.map(({ line }) => line.available + line.held);
  const sum = (of: (change: bigint) => boolean) => amount(changes.filter(of).reduce((a, b) => a + b, 0n));
  const columns: readonly PdfColumn[] = [
    { title: w.date, kind: "text", width: 10 },
    { title: w.type, kind: "text", width: 13 },
    { title: w.description, kind: "text", width: 27 },
    { title: w.amount, kind: "figure", width: 14 },
    { title: w.available, kind: "figure", width: 13 },
    { title: w.locked, kind: "figure", width: 13 },
    { title: w.balance, kind: "figure", width: 13 },
  ];
  return {
    heading: `${name} (${symbol})`,
    facts: [
      [w.opening, total(opening)],
      [w.moneyIn, sum((change) => change > 0n)],
      [w.moneyOut, sum((change) => change < 0n)],
      [w.closing, total(closing)],
    ],
    columns,
    rows: moves.map(({ line, entry, balance }, index) => [
      minuteOf(line.createdAt, language),
      operation(line.type, language),
      entry.reason,
      amount(changes[index] ?? 0n),
      amount(balance.available),
      amount(balance.held),
      total(balance),
    ]),
  };
}
