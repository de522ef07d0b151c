import { decodeTime } from "ulid";
import { fail } from "../kernel/errors.ts";
import { prefixes } from "../kernel/ids/index.ts";
import { walletRef } from "../ledger/accounts.ts";
import { entriesOf, linesOf } from "../ledger/balance-at.ts";
import { owned } from "../wallets/owned.ts";
import { MAX_PDF_ROWS, type ReportContext, type ReportFile } from "./report.ts";
import { ReportTooLarge, type TaxPayload } from "./schema.ts";
import { Book, Rates, type TaxLine } from "./tax-book.ts";
import { type Holdings, type TaxYear, taxFile } from "./tax-file.ts";

/** Tax reports: a year's disposals, acquisitions and income, with gains by the moving average cost. */

/** An account with more entries would exceed a function's time. */
const MAX_ENTRIES = 100_000;

/** @throws REPORT_TOO_LARGE; SERVICE_UNAVAILABLE if the price history does not answer */
export async function tax(context: ReportContext, { year, format }: TaxPayload): Promise<ReportFile> {
  const fromMs = Date.UTC(year, 0, 1);
  const untilMs = Math.min(Date.UTC(year + 1, 0, 1), context.nowMs + 1);
  const book = new Book(context.actor.userId, new Rates(context.nowMs));
  const lines: TaxLine[] = [];
  const ids = await entryIds(context, untilMs);
  for (let start = 0; start < ids.length; start += BATCH) {
    await context.checkpoint();
    for (const entry of await entriesOf(ids.slice(start, start + BATCH))) {
      // Earlier entries determine the cost.
      const entered = await book.enter(entry);
      if (timeOf(entry.entryId) >= fromMs) lines.push(...entered);
    }
    if (format === "pdf" && lines.length > MAX_PDF_ROWS)
      throw fail(ReportTooLarge, { details: { maxRows: MAX_PDF_ROWS } });
  }
  return taxFile(context, { year, format, lines, held: held(book) } satisfies TaxYear);
}

const BATCH = 100;

/**
 * Returns the ids of all entries of the user's wallets before an instant, oldest first.
 * @throws REPORT_TOO_LARGE
 */
async function entryIds(context: ReportContext, untilMs: number): Promise<string[]> {
  const ids = new Set<string>();
  for (const { id } of await owned(context.actor)) {
    for await (const page of linesOf(walletRef(id), 0, untilMs)) {
      await context.checkpoint();
      for (const { entryId } of page) ids.add(entryId);
      if (ids.size > MAX_ENTRIES) throw fail(ReportTooLarge, { details: { maxEntries: MAX_ENTRIES } });
    }
  }
  // An id begins with its time.
  return [...ids].sort();
}

const timeOf = (entryId: string): number =>
  decodeTime(entryId.slice(prefixes.entry.length + 1).toUpperCase());

const held = (book: Book): Holdings =>
  [...book.held].filter(([, { quantity }]) => quantity > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
