import * as Assets from "../kernel/assets/index.ts";
import * as Money from "../kernel/money/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { Balances } from "../ledger/schema.ts";
import { Say } from "../texts/say.ts";
import { Csv, figureColumns, textColumns } from "./csv.ts";
import { descriptionOf } from "./descriptions.ts";
import { figureColumn, type PdfSection, pdf, section, textColumn } from "./pdf.ts";
import { fileOf, MAX_CSV_ROWS, MAX_PDF_ROWS, type Order, type ReportFile, throttled } from "./report.ts";
import type { StatementPayload } from "./schema.ts";
import { type Account, accountsOf, type Move, rowsOf } from "./statement-accounts.ts";
import { dayOf, figure, minuteOf, named, operation, words } from "./words.ts";

/** Account statements: every line of the wallets' histories between an opening and a closing balance. */

/** @throws WALLET_NOT_FOUND, REPORT_TOO_LARGE; CONTENTION where the ledger did not hold still */
export async function statement(order: Order, payload: StatementPayload): Promise<ReportFile> {
  const { from, to, format } = payload;
  const fromMs = Date.parse(from);
  // Of a day that is not over, what there is up to now.
  const untilMs = Math.max(fromMs, Math.min(Date.parse(to) + DAY_MS, order.nowMs + 1));
  const maxRows = format === "csv" ? MAX_CSV_ROWS : MAX_PDF_ROWS;
  const accounts = await accountsOf(order, payload.wallet, { fromMs, untilMs, maxRows });
  const write = {
    csv: () => toCsv(order, accounts, fromMs, untilMs),
    pdf: () => toPdf(order, payload, accounts),
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

/** One line for each of history's, between one for each wallet's balance before and one for that after. */
async function toCsv(
  order: Order,
  accounts: readonly Account[],
  fromMs: number,
  untilMs: number,
): Promise<Uint8Array> {
  const csv = new Csv(csvColumns);
  const checkpoint = throttled(order);
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
            ...[symbol, line.createdAt, line.type, descriptionOf({ line, entry }, order.language), line.from],
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
  order: Order,
  { from, to }: StatementPayload,
  accounts: readonly Account[],
): Promise<Uint8Array> {
  const { language } = order;
  const w = words[language];
  return pdf(
    {
      title: w.statement,
      period: named(w.period, `${dayOf(from, language)} ${w.until} ${dayOf(to, language)}`, language),
      facts: [],
      sections: accounts.map((account) => sectionOf(order, account)),
      notes: accounts.length === 0 ? [w.none] : [],
    },
    order,
  );
}

function sectionOf({ language }: Order, { wallet, opening, moves, closing }: Account): PdfSection {
  const w = words[language];
  const { symbol, name, decimals } = wallet.asset;
  const called = Assets.isMoney(symbol) ? new Say({ language, timeZone: "UTC" }).currency(symbol) : name;
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
  return section(`${called} (${symbol})`, columns, moves, { facts });
}
