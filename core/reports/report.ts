import type { UserActor } from "../identity/actor.ts";
import type { Language } from "./words.ts";

/** What the three reports have in common: for whom and of when they are, and the file that comes out. */

export interface Order {
  /** Whose report it is. */
  readonly actor: UserActor;
  readonly language: Language;
  /** When it was begun: statements and tax reports are of this very instant. Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
  /** When the job was created: names what must be named alike at every attempt. ISO 8601. */
  readonly createdAt: string;
  /** Lets others work; throws when the work is of no use any more. To be called now and then. */
  readonly breathe: () => Promise<void>;
}

/** A file, and what the job's result says of it. */
export interface Made {
  readonly name: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly result: Readonly<Record<string, unknown>>;
}

export const CSV_TYPE = "text/csv; charset=utf-8";
export const PDF_TYPE = "application/pdf";

/** No file is larger. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** No PDF has more lines: nobody reads them, and laying them out takes minutes. */
export const MAX_PDF_ROWS = 20_000;
/** No statement in CSV has more lines, over all wallets. */
export const MAX_CSV_ROWS = 50_000;
/** No report reads more lines of the ledger's histories, those included that only lead to a balance: it would not end in a function's time. */
export const MAX_READ_LINES = 2_000_000;

/** The machine's own time: it bounds how long others wait, whatever the platform's clock says. */
const BREATH_MS = 50;

/** Lets others work every few moments, however much is done between two calls. */
export function breathing({ breathe }: Pick<Order, "breathe">): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BREATH_MS) return;
    await breathe();
    last = performance.now();
  };
}
