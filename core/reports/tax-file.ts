import { Decimal } from "decimal.js";
import * as Money from "../kernel/money/index.ts";
import { type Language, typeset } from "../kernel/texts/index.ts";
import { Csv, figureColumns, textColumns } from "./csv.ts";
import { type ColumnOf, figureColumn, type PdfSection, pdf, section, textColumn } from "./pdf.ts";
import { fileOf, type ReportContext, type ReportFile } from "./report.ts";
import type { FileFormat } from "./schema.ts";
import { decimalsOf, type Euros, type Holding, type LineKind, type TaxLine } from "./tax-book.ts";
import { dayOf, figure, methods, minuteOf, named, operation, words } from "./texts.ts";

/** The file of a tax report. */

export type Holdings = readonly (readonly [asset: string, holding: Holding])[];

export interface TaxYear {
  readonly year: number;
  readonly format: FileFormat;
  readonly lines: readonly TaxLine[];
  /** The holdings at the end of the year, or now. */
  readonly held: Holdings;
}

/** @throws REPORT_TOO_LARGE */
export async function taxFile(context: ReportContext, found: TaxYear): Promise<ReportFile> {
  const { year, format } = found;
  const { gains, losses, net, income, unknownGains, unknownIncome } = totalsOf(found.lines);
  const write = { csv: () => toCsv(context, found), pdf: () => toPdf(context, found) };
  return fileOf(`tax-${year}`, format, write, {
    year,
    currency: "EUR",
    gains: cents(gains),
    losses: cents(losses),
    net: cents(net),
    income: cents(income),
    unknownValues: unknownGains + unknownIncome,
    lines: found.lines.length,
  });
}

const ZERO = new Decimal(0);

/** Sums the rounded figures. Counts disposals and rewards without a known figure, which the sums exclude. */
function totalsOf(lines: readonly TaxLine[]) {
  const add = (parts: readonly Euros[]) =>
    parts.reduce<Decimal>((sum, euros) => sum.plus(euros ? rounded(euros) : 0), ZERO);
  const results = lines.filter(({ kind }) => kind === "DISPOSAL").map(({ gain }) => gain);
  const incomes = lines.filter(({ kind }) => kind === "INCOME").map(({ value }) => value);
  const gains = add(results.filter((gain) => gain?.isPositive()));
  const losses = add(results.filter((gain) => gain?.isNegative()));
  return {
    gains,
    losses,
    net: gains.plus(losses),
    income: add(incomes),
    unknownGains: unknownOf(results),
    unknownIncome: unknownOf(incomes),
  };
}

const unknownOf = (parts: readonly Euros[]): number => parts.filter((euros) => euros === undefined).length;

/** Rounds to cents, half away from zero. */
const rounded = (euros: Decimal): Decimal => euros.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** Formats euros with two decimals, without a negative zero. */
const cents = (euros: Decimal): string =>
  rounded(euros)
    .plus(0)
    .toFixed(2)
    .replace(/^-(0\.00)$/, "$1");

const csvColumns = [
  ...textColumns("kind", "date", "operation", "asset"),
  ...figureColumns("quantity", "value_eur", "cost_eur", "gain_eur"),
  ...textColumns("value_known", "reference", "note"),
];

const known = (euros: Euros): string => (euros === undefined ? "" : cents(euros));

function toCsv({ language, nowMs }: ReportContext, { lines, held }: TaxYear): Uint8Array {
  const csv = new Csv(csvColumns);
  const blank = (count: number) => Array.from({ length: count }, () => "");
  csv.add(methods[language].map((note) => ["METHOD", ...blank(9), note]));
  csv.add(
    lines.map((line) => [
      ...[line.kind, line.at, line.operation, line.asset, line.quantity, known(line.value)],
      ...[known(line.cost), known(line.gain), isKnown(line) ? "yes" : "no", line.reference, ""],
    ]),
  );
  csv.add(
    held.map(([asset, { quantity, cost }]) => [
      ...["HOLDING", "", "", asset, Money.format(quantity, decimalsOf(asset)), ""],
      ...[known(cost), "", cost === undefined ? "no" : "yes", "", ""],
    ]),
  );
  const { gains, losses, net, income, unknownGains, unknownIncome } = totalsOf(lines);
  const totals: readonly (readonly [string, Decimal])[] = [
    ["TOTAL_GAINS", gains],
    ["TOTAL_LOSSES", losses],
    ["TOTAL_NET", net],
  ];
  const complete = (unknown: number) => (unknown === 0 ? "yes" : "no");
  csv.add(totals.map(([kind, value]) => [kind, ...blank(6), cents(value), complete(unknownGains)]));
  csv.add([["TOTAL_INCOME", ...blank(4), cents(income), "", "", complete(unknownIncome)]]);
  csv.add([["GENERATED", new Date(nowMs).toISOString()]]);
  return csv.body;
}

const isKnown = ({ kind, value, gain }: TaxLine): boolean =>
  value !== undefined && (kind !== "DISPOSAL" || gain !== undefined);

function toPdf(context: ReportContext, found: TaxYear): Promise<Uint8Array> {
  const { language, nowMs } = context;
  const w = words[language];
  const { year, lines } = found;
  const { gains, losses, net, income, unknownGains, unknownIncome } = totalsOf(lines);
  const last = Math.min(nowMs, Date.UTC(year, 11, 31));
  const money = (value: Decimal) => `${figure(cents(value), language)}\u00a0EUR`;
  const until = dayOf(new Date(last).toISOString(), language);
  return pdf(
    {
      title: `${w.tax} ${year}`,
      period: named(w.period, `${dayOf(`${year}-01-01`, language)} ${w.until} ${until}`, language),
      facts: [
        [w.gains, money(gains)],
        [w.losses, money(losses)],
        [w.net, money(net)],
        [w.incomeTotal, money(income)],
        [w.unknownCount, String(unknownGains + unknownIncome)],
      ],
      sections: [
        disposals(context, lines),
        listed(context, lines, w.acquisitions, ["ACQUISITION"], w.cost),
        listed(context, lines, w.incomeTitle, ["INCOME"], w.valueEur),
        listed(context, lines, w.transfers, ["TRANSFER_IN", "TRANSFER_OUT"], w.valueEur),
        holdings(context, found.held),
      ],
      notes: [w.method, ...methods[language].map((note) => (language === "fr" ? typeset(note) : note))],
    },
    context,
  );
}

function disposals({ language }: ReportContext, lines: readonly TaxLine[]): PdfSection {
  const w = words[language];
  const columns = [
    ...lineColumns(language, 18, 20),
    eurosColumn(language, w.proceeds, 13, ({ value }: TaxLine) => value),
    eurosColumn(language, w.cost, 12, ({ cost }: TaxLine) => cost),
    eurosColumn(language, w.gain, 12, ({ gain }: TaxLine) => gain),
  ];
  const disposed = lines.filter(({ kind }) => kind === "DISPOSAL");
  return section(w.disposals, columns, disposed);
}

function listed(
  { language }: ReportContext,
  lines: readonly TaxLine[],
  heading: string,
  kinds: readonly LineKind[],
  value: string,
): PdfSection {
  const worth = eurosColumn(language, value, 14, (line: TaxLine) => line.value);
  const found = lines.filter(({ kind }) => kinds.includes(kind));
  return section(heading, [...lineColumns(language, 22, 24), worth], found);
}

function lineColumns(language: Language, typeWidth: number, quantityWidth: number): ColumnOf<TaxLine>[] {
  const w = words[language];
  return [
    textColumn(w.date, 13, ({ at }) => minuteOf(at, language)),
    textColumn(w.type, typeWidth, (line) => operation(line.operation, language)),
    textColumn(w.asset, 13, ({ asset }) => asset),
    figureColumn(w.quantity, quantityWidth, ({ kind, quantity }) =>
      figure(kind === "TRANSFER_OUT" ? `-${quantity}` : quantity, language),
    ),
  ];
}

const eurosColumn = <T>(
  language: Language,
  title: string,
  width: number,
  eurosOf: (value: T) => Euros,
): ColumnOf<T> =>
  figureColumn(title, width, (value) => {
    const euros = eurosOf(value);
    return euros === undefined ? words[language].unknown : figure(cents(euros), language);
  });

function holdings({ language }: ReportContext, held: Holdings): PdfSection {
  const w = words[language];
  const unitsOf = ([asset, { quantity }]: Holdings[number]) => Money.format(quantity, decimalsOf(asset));
  const columns: ColumnOf<Holdings[number]>[] = [
    textColumn(w.asset, 16, ([asset]) => asset),
    figureColumn(w.quantity, 30, (holding) => figure(unitsOf(holding), language)),
    eurosColumn(language, w.cost, 16, ([, { cost }]) => cost),
    figureColumn(`${w.averageCost} (EUR)`, 20, (holding) => {
      const average = holding[1].cost?.div(unitsOf(holding)).toSignificantDigits(8);
      return average === undefined ? w.unknown : figure(average.toFixed(), language);
    }),
  ];
  return section(w.holdings, columns, held);
}
