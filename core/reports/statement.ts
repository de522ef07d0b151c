import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { walletRef } from "../ledger/accounts.ts";
import { type BalanceState, balanceStateAt, entriesOf, linesOf } from "../ledger/balance-at.ts";
import type { Balances, Entry, RunningLine } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import { Say } from "../texts/say.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { owned } from "../wallets/owned.ts";
import type { Wallet } from "../wallets/schema.ts";
import { Csv, figureColumns, textColumns } from "./csv.ts";
import { descriptionOf } from "./descriptions.ts";
import { figureColumn, type PdfSection, pdf, section, textColumn } from "./pdf.ts";
import {
  fileOf,
  MAX_CSV_ROWS,
  MAX_PDF_ROWS,
  type ReportContext,
  type ReportFile,
  throttled,
} from "./report.ts";
import { ReportTooLarge, type StatementPayload } from "./schema.ts";
import { dayOf, figure, minuteOf, named, operation, words } from "./texts.ts";

/** Account statements: every line of the wallets' histories between an opening and a closing balance. */

/** @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE; CONTENTION if the ledger changes repeatedly */
export async function statement(context: ReportContext, payload: StatementPayload): Promise<ReportFile> {
  const { from, to, format } = payload;
  const fromMs = Date.parse(from);
  // The current day ends now.
  const untilMs = Math.max(fromMs, Math.min(Date.parse(to) + DAY_MS, context.nowMs + 1));
  const maxRows = format === "csv" ? MAX_CSV_ROWS : MAX_PDF_ROWS;
  const accounts = await accountsOf(context, payload.wallet, { fromMs, untilMs, maxRows });
  const write = {
    csv: () => toCsv(context, accounts, fromMs, untilMs),
    pdf: () => toPdf(context, payload, accounts),
  };
  return fileOf(`statement-${from}-${to}`, format, write, {
    wallets: accounts.map(({ wallet: { asset }, opening, closing }) => ({
      wallet: asset.symbol,
      openingBalance: Money.format(opening.available + opening.held, asset.decimals),
      closingBalance: Money.format(closing.available + closing.held, asset.decimals),
    })),
    lines: rowsOf(accounts),
  });
}

const csvColumns = [
  ...textColumns("wallet", "date", "type", "description", "from"),
  ...figureColumns(
    "amount",
    "available_change",
    "locked_change",
    "available_balance",
    "locked_balance",
    "balance",
  ),
  ...textColumns("reference", "transaction_hash"),
];

const CHUNK = 500;

/** Writes one row for each line, between the opening and the closing balance of its wallet. */
async function toCsv(
  context: ReportContext,
  accounts: readonly Account[],
  fromMs: number,
  untilMs: number,
): Promise<Uint8Array> {
  const csv = new Csv(csvColumns);
  const checkpoint = throttled(context);
  for (const { wallet, opening, moves, closing } of accounts) {
    const { symbol, decimals } = wallet.asset;
    const amount = (units: bigint) => Money.format(units, decimals);
    const balances = ({ available, held }: Balances) => [available, held, available + held].map(amount);
    const balanceRow = (type: string, atMs: number, balance: Balances) => [
      ...[symbol, new Date(atMs).toISOString(), type, "", "", "", "", ""],
      ...balances(balance),
    ];
    csv.add([balanceRow("OPENING_BALANCE", fromMs, opening)]);
    for (let start = 0; start < moves.length; start += CHUNK) {
      await checkpoint();
      csv.add(
        moves
          .slice(start, start + CHUNK)
          .map(({ line, entry }) => [
            ...[
              symbol,
              line.createdAt,
              line.type,
              descriptionOf({ line, entry }, context.language),
              line.from,
            ],
            ...[line.available + line.held, line.available, line.held].map(amount),
            ...balances({ available: line.availableAfter, held: line.heldAfter }),
            ...[line.entryId, entry.transactionHash],
          ]),
      );
    }
    csv.add([balanceRow("CLOSING_BALANCE", untilMs - 1, closing)]);
  }
  return csv.body;
}

function toPdf(
  context: ReportContext,
  { from, to }: StatementPayload,
  accounts: readonly Account[],
): Promise<Uint8Array> {
  const { language } = context;
  const w = words[language];
  return pdf(
    {
      title: w.statement,
      period: named(w.period, `${dayOf(from, language)} ${w.until} ${dayOf(to, language)}`, language),
      facts: [],
      sections: accounts.map((account) => sectionOf(context, account)),
      notes: accounts.length === 0 ? [w.none] : [],
    },
    context,
  );
}

function sectionOf({ language }: ReportContext, { wallet, opening, moves, closing }: Account): PdfSection {
  const w = words[language];
  const { symbol, name, decimals } = wallet.asset;
  const title = Assets.isMoney(symbol) ? new Say({ language, timeZone: "UTC" }).currency(symbol) : name;
  const amount = (units: bigint) => figure(Money.format(units, decimals), language, Math.min(decimals, 2));
  const total = ({ available, held }: Balances) => amount(available + held);
  const changeOf = ({ line }: Move) => line.available + line.held;
  const sum = (changes: bigint[]) => amount(changes.reduce((a, b) => a + b, 0n));
  const changes = moves.map(changeOf);
  const facts = [
    [w.opening, total(opening)],
    [w.moneyIn, sum(changes.filter((change) => change > 0n))],
    [w.moneyOut, sum(changes.filter((change) => change < 0n))],
    [w.closing, total(closing)],
  ] as const;
  const columns = [
    textColumn(w.date, 10, ({ line }: Move) => minuteOf(line.createdAt, language)),
    textColumn(w.type, 13, ({ line }: Move) => operation(line.type, language)),
    textColumn(w.description, 27, (move: Move) => descriptionOf(move, language)),
    figureColumn(w.amount, 14, (move: Move) => amount(changeOf(move))),
    figureColumn(w.available, 13, ({ line }: Move) => amount(line.availableAfter)),
    figureColumn(w.locked, 13, ({ line }: Move) => amount(line.heldAfter)),
    figureColumn(w.balance, 13, ({ line }: Move) => amount(line.availableAfter + line.heldAfter)),
  ];
  return section(`${title} (${symbol})`, columns, moves, { facts });
}

/** @param symbol of a wallet, or "all" @throws WALLET_NOT_FOUND */
async function walletsOf({ actor }: ReportContext, symbol: string): Promise<Wallet[]> {
  const wallets = await owned(actor);
  if (symbol.toLowerCase() === "all") return wallets;
  const wanted = Assets.find(symbol)?.symbol;
  const found = wallets.filter(({ asset }) => asset.symbol === wanted);
  if (found.length === 0)
    throw fail(WalletNotFound, {
      message: text(
        `You have no ${wanted ?? symbol} wallet.`,
        `Vous n'avez pas de portefeuille en ${wanted ?? symbol}.`,
      ),
    });
  return found;
}

interface Move {
  readonly line: RunningLine;
  readonly entry: Entry;
}

interface Account {
  readonly wallet: Wallet;
  readonly opening: BalanceState;
  readonly moves: readonly Move[];
  readonly closing: BalanceState;
}

const rowsOf = (accounts: Iterable<Account>): number =>
  [...accounts].reduce((sum, { moves }) => sum + moves.length, 0);

/** The lines to read of each wallet. */
interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
  /** The limit over all wallets. */
  readonly maxRows: number;
}

/**
 * Reads the wallets as of one instant. An entry's time may precede its commit, so an entry between two wallets may be
 * committed between their reads: then they are read again.
 * @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE, CONTENTION
 */
const accountsOf = (context: ReportContext, symbol: string, period: Period): Promise<Account[]> =>
  Table.retry(async () => {
    const accounts = new Map<string, Account>();
    for (const wallet of await walletsOf(context, symbol))
      accounts.set(wallet.id, await read(context, wallet, period, rowsOf(accounts.values())));
    for (const { id } of await walletsOf(context, symbol)) {
      const { entries } = await balanceStateAt(walletRef(id), period.untilMs - 1);
      if (accounts.get(id)?.closing.entries !== entries) throw new Table.ConditionFailed();
    }
    return [...accounts.values()];
  });

/**
 * Reads a wallet's lines of a period.
 * @param taken the number of lines of the other wallets
 * @throws REPORT_TOO_LARGE; ConditionFailed after a concurrent entry
 */
async function read(
  { checkpoint }: ReportContext,
  wallet: Wallet,
  { fromMs, untilMs, maxRows }: Period,
  taken: number,
): Promise<Account> {
  const ref = walletRef(wallet.id);
  const opening = await balanceStateAt(ref, fromMs - 1);
  let closing = opening;
  const moves: Move[] = [];
  for await (const page of linesOf(ref, fromMs, untilMs)) {
    if (taken + moves.length + page.length > maxRows) throw fail(ReportTooLarge, { details: { maxRows } });
    await checkpoint();
    const entries = await entriesOf(page.map(({ entryId }) => entryId));
    for (const [index, entry] of entries.entries()) {
      const line = page[index];
      // An earlier entry was committed between the two reads.
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
