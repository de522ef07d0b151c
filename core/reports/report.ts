import type { UserActor } from "../identity/actor.ts";
import type { Language } from "../kernel/texts/index.ts";
import type { FileFormat } from "./schema.ts";

/** What the three reports have in common: for whom and of when they are, and the file that comes out. */

export interface Order {
  /** Whose report it is. */
  readonly actor: UserActor;
  readonly language: Language;
  /** When work on it began: statements and tax reports are of this instant. UNIX milliseconds. */
  readonly nowMs: number;
  /** When the job was created: names what must be named alike at every attempt. ISO 8601. */
  readonly createdAt: string;
  /** Lets others work; throws when the work is of no use any more. To be called now and then. */
  readonly checkpoint: () => Promise<void>;
}

/** A file, and what the job's result says of it. */
export interface ReportFile {
  readonly name: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly result: Readonly<Record<string, unknown>>;
}

const contentTypes = { csv: "text/csv; charset=utf-8", pdf: "application/pdf" } as const;

/** @param name without its ending @param write makes the body in each format */
export const fileOf = async (
  name: string,
  format: FileFormat,
  write: Readonly<Record<FileFormat, () => Uint8Array | Promise<Uint8Array>>>,
  result: ReportFile["result"],
): Promise<ReportFile> => ({
  name: `${name}.${format}`,
  contentType: contentTypes[format],
  body: await write[format](),
  result,
});

/** No file is larger. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** No PDF has more lines: nobody reads them, and laying them out takes minutes. */
export const MAX_PDF_ROWS = 20_000;
/** No statement in CSV has more lines, over all wallets. */
export const MAX_CSV_ROWS = 50_000;

/** The machine's own time: it bounds how long others wait, whatever the platform's clock says. */
const CHECK_EVERY_MS = 50;

/** A checkpoint every few moments, however often it is called. */
export function throttled({ checkpoint }: Pick<Order, "checkpoint">): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < CHECK_EVERY_MS) return;
    await checkpoint();
    last = performance.now();
  };
}
