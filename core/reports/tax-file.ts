import { Decimal } from "decimal.js";
import * as Money from "../kernel/money/index.ts";
import type { Euros, Holding } from "./average-cost.ts";
import { Csv, type CsvColumn } from "./csv.ts";
import { type PdfColumn, type PdfSection, pdf } from "./pdf.ts";
import { CSV_TYPE, type Made, type Order, PDF_TYPE } from "./report.ts";
import type { FileFormat } from "./schema.ts";
import { decimalsOf, type LineKind, type TaxLine } from "./tax-book.ts";
import { dayOf, figure, type Language, minuteOf, operation, words } from "./words.ts";

/** A tax report as a file. */

export type Holdings = readonly (readonly [asset: string, holding: Holding])[];

export interface TaxYear {
  readonly year: number;
  readonly format: FileFormat;
  readonly lines: readonly TaxLine[];
  /** What was held at the year's end, or is now. */
  readonly held: Holdings;
}

/** Stands in every file: what the figures are, and what they are not. */
const methods: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "This report is an aid for your tax return; it is not a declaration, and not tax advice. Which of these operations are taxed, and how, depends on your country and your situation.",
    "Gains are computed by the moving average cost, separately for each asset: whatever is acquired is added to what is held at its cost, and whatever is disposed of takes the average cost of that moment with it. The gain is the proceeds less that cost. Fees of a swap are part of what it gave.",
    "A swap is worth its amount in euros where one side is euros. Everything else is valued at the closing price of its day (UTC) in the platform's price history, converted at the euro's closing rate of the same day; a day that is not over, at its latest price. Where the history does not know the day, the value is unknown, and with it the gain of whatever it is mixed with.",
    "Adding liquidity disposes of both tokens and acquires pool shares; removing it is the reverse. Rewards are income at their value of the day, and are held at that cost. A penalty disposes of tokens for nothing. Deposits are held at their value of the day, for what they cost elsewhere is not known here; withdrawals and transfers out take their average cost with them, without a gain. Euros are the currency of account and are not listed.",
  ],
  fr: [
    "Ce rapport est une aide à votre déclaration ; il n'est ni une déclaration, ni un conseil fiscal. L'imposition de ces opérations dépend de votre pays et de votre situation.",
    "Les plus-values sont calculées au coût moyen pondéré mobile, actif par actif : ce qui est acquis s'ajoute aux avoirs à son coût, ce qui est cédé emporte le coût moyen du moment. La plus-value est le prix de cession moins ce coût. Les frais d'un échange font partie de ce qui a été donné.",
    "Un échange vaut son montant en euros lorsque l'un des côtés est en euros. Tout le reste est évalué au cours de clôture du jour (UTC) de l'historique des cours de la plateforme, converti au cours de clôture de l'euro du même jour ; un jour non terminé, à son dernier cours. Lorsque l'historique ne connaît pas le jour, la valeur est inconnue, de même que la plus-value de tout ce à quoi elle se mêle.",
    "Un apport de liquidité cède les deux jetons et acquiert des parts du pool ; un retrait fait l'inverse. Les récompenses sont des revenus à leur valeur du jour, et conservées à ce coût. Une pénalité cède des jetons pour rien. Les dépôts sont conservés à leur valeur du jour, leur coût ailleurs n'étant pas connu ici ; les retraits et virements sortants emportent leur coût moyen, sans plus-value. L'euro est la monnaie de compte et n'est pas listé.",
  ],
};

/** @throws REPORT_TOO_LARGE */
export async function taxFile(order: Order, found: TaxYear): Promise<Made> {
  const { year, format } = found;
  const { gains, losses, net, income, unknownGains, unknownIncome } = totalsOf(found.lines);
  return {
    name: `tax-${year}.${format}`,
    contentType: format === "csv" ? CSV_TYPE : PDF_TYPE,
    body: format === "csv" ? toCsv(order, found) : await toPdf(order, found),
    result: {
      year,
      currency: "EUR",
      gains: cents(gains),
      losses: cents(losses),
      net: cents(net),
      income: cents(income),
      unknownValues: unknownGains + unknownIncome,
      lines: found.lines.length,
    },
  };
}

const ZERO = new Decimal(0);

interface Totals {
  readonly gains: Decimal;
  /** Zero or less. */
  readonly losses: Decimal;
  readonly net: Decimal;
  readonly income: Decimal;
  /** How many disposals and how many rewards have no known figure, and are in none of the sums. */
  readonly unknownGains: number;
  readonly unknownIncome: number;
}

/** Of the lines as they are shown: the sums are those of the rounded figures. */
function totalsOf(lines: readonly TaxLine[]): Totals {
  const add = (parts: readonly Euros[]) =>
    parts.reduce<Decimal>((all, one) => all.plus(one ? rounded(one) : 0), ZERO);
  const results = lines.filter(({ kind }) => kind === "DISPOSAL").map(({ gain }) => gain);
  const incomes = lines.filter(({ kind }) => kind === "INCOME").map(({ value }) => value);
  const gains = add(results.filter((one) => one?.isPositive()));
  const losses = add(results.filter((one) => one?.isNegative()));
  return {
    gains,
    losses,
    net: gains.plus(losses),
    income: add(incomes),
    unknownGains: unknownOf(results),
    unknownIncome: unknownOf(incomes),
  };
}

const unknownOf = (parts: readonly Euros[]): number => parts.filter((one) => one === undefined).length;

/** To cents, half away from zero, as money is usually rounded. */
const rounded = (euros: Decimal): Decimal => euros.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** A negative zero is none. */
const cents = (euros: Decimal): string =>
  rounded(euros)
    .plus(0)
    .toFixed(2)
    .replace(/^-(0\.00)$/, "$1");

const csvColumns: readonly CsvColumn[] = [
  { name: "kind", kind: "text" },
  { name: "date", kind: "text" },
  { name: "operation", kind: "text" },
  { name: "asset", kind: "text" },
  { name: "quantity", kind: "figure" },
  { name: "value_eur", kind: "figure" },
  { name: "cost_eur", kind: "figure" },
  { name: "gain_eur", kind: "figure" },
  { name: "value_known", kind: "text" },
  { name: "reference", kind: "text" },
  { name: "note", kind: "text" },
];

const known = (euros: Euros): string => (euros === undefined ? "" : cents(euros));

function toCsv({ language, nowMs }: Order, { lines, held }: TaxYear): Uint8Array {
  const csv = new Csv(csvColumns);
  const blank = (count: number) => Array.from({ length: count }, () => "");
  csv.add(methods[language].map((note) => ["METHOD", ...blank(9), note]));
  csv.add(
    lines.map((one) => [
      ...[one.kind, one.at, one.operation, one.asset, one.quantity, known(one.value)],
      ...[known(one.cost), known(one.gain), isKnown(one) ? "yes" : "no", one.reference, ""],
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

function toPdf(order: Order, found: TaxYear): Promise<Uint8Array> {
  const { language, nowMs } = order;
  const w = words[language];
  const { year, lines } = found;
  const { gains, losses, net, income, unknownGains, unknownIncome } = totalsOf(lines);
  const last = Math.min(nowMs, Date.UTC(year, 11, 31));
  const money = (value: Decimal) => `${figure(cents(value), language)} EUR`;
  const until = dayOf(new Date(last).toISOString(), language);
  return pdf(
    {
      title: `${w.tax} ${year}`,
      period: `${w.period}: ${dayOf(`${year}-01-01`, language)} ${w.until} ${until}`,
      facts: [
        [w.gains, money(gains)],
        [w.losses, money(losses)],
        [w.net, money(net)],
        [w.incomeTotal, money(income)],
        [w.unknownCount, String(unknownGains + unknownIncome)],
      ],
      sections: [
        disposals(order, lines),
        listed(order, lines, w.acquisitions, ["ACQUISITION"], w.cost),
        listed(order, lines, w.incomeTitle, ["INCOME"], w.valueEur),
        listed(order, lines, w.transfers, ["TRANSFER_IN", "TRANSFER_OUT"], w.valueEur),
        holdings(order, found.held),
      ],
      notes: [w.method, ...methods[language]],
    },
    order,
  );
}

const text = (title: string, width: number): PdfColumn => ({ title, kind: "text", width });
const number = (title: string, width: number): PdfColumn => ({ title, kind: "figure", width });

const shown = (euros: Euros, language: Language): string =>
  euros === undefined ? words[language].unknown : figure(cents(euros), language);

const beginning = ({ kind, at, operation: type, asset, quantity }: TaxLine, language: Language): string[] => [
  minuteOf(at, language),
  operation(type, language),
  asset,
  figure(kind === "TRANSFER_OUT" ? `-${quantity}` : quantity, language),
];

function disposals({ language }: Order, lines: readonly TaxLine[]): PdfSection {
  const w = words[language];
  return {
    heading: w.disposals,
    columns: [
      ...[text(w.date, 13), text(w.type, 18), text(w.asset, 13), number(w.quantity, 20)],
      ...[number(w.proceeds, 13), number(w.cost, 12), number(w.gain, 12)],
    ],
    rows: lines
      .filter(({ kind }) => kind === "DISPOSAL")
      .map((one) => [
        ...beginning(one, language),
        ...[one.value, one.cost, one.gain].map((euros) => shown(euros, language)),
      ]),
  };
}

function listed(
  { language }: Order,
  lines: readonly TaxLine[],
  heading: string,
  kinds: readonly LineKind[],
  value: string,
): PdfSection {
  const w = words[language];
  return {
    heading,
    columns: [
      text(w.date, 13),
      text(w.type, 22),
      text(w.asset, 13),
      number(w.quantity, 24),
      number(value, 14),
    ],
    rows: lines
      .filter(({ kind }) => kinds.includes(kind))
      .map((one) => [...beginning(one, language), shown(one.value, language)]),
  };
}

function holdings({ language }: Order, held: Holdings): PdfSection {
  const w = words[language];
  return {
    heading: w.holdings,
    columns: [
      text(w.asset, 16),
      number(w.quantity, 30),
      number(w.cost, 16),
      number(`${w.averageCost} (EUR)`, 20),
    ],
    rows: held.map(([asset, { quantity, cost }]) => {
      const units = Money.format(quantity, decimalsOf(asset));
      const average = cost === undefined ? undefined : cost.div(units).toSignificantDigits(8);
      return [
        ...[asset, figure(units, language), shown(cost, language)],
        average === undefined ? w.unknown : figure(average.toFixed(), language),
      ];
    }),
  };
}
