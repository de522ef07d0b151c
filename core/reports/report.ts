import type { UserActor } from "../identity/actor.ts";
import type { Language } from "../kernel/texts/index.ts";
import type { FileFormat } from "./schema.ts";

/** The common parts of the reports: the context and the file. */

export interface ReportContext {
  readonly actor: UserActor;
  readonly language: Language;
  /** The start of the work: the instant of statements and tax reports. UNIX milliseconds. */
  readonly nowMs: number;
  /** The creation of the job, for names that must be the same at every attempt. ISO 8601. */
  readonly createdAt: string;
  /** Yields to other work; throws if the report is no longer needed. Must be called regularly. */
  readonly checkpoint: () => Promise<void>;
}

/** A file, and its part of the job's result. */
export interface ReportFile {
  readonly name: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly result: Readonly<Record<string, unknown>>;
}

const contentTypes = { csv: "text/csv; charset=utf-8", pdf: "application/pdf" } as const;

/** @param name without its extension @param write creates the body of each format */
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

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** More rows take minutes to lay out. */
export const MAX_PDF_ROWS = 20_000;
/** The maximum of a statement, over all wallets. */
export const MAX_CSV_ROWS = 50_000;

/** Real time, independent of the platform's clock, since it limits the waits of other work. */
const CHECK_EVERY_MS = 50;

/** Returns a checkpoint that skips calls in quick succession. */
export function throttled({ checkpoint }: Pick<ReportContext, "checkpoint">): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < CHECK_EVERY_MS) return;
    await checkpoint();
    last = performance.now();
  };
}
