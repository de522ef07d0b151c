import { detectFormat } from "./detect.ts";
import { inspectPdf } from "./pdf.ts";
import { redrawPicture } from "./pictures.ts";
import type { Format } from "./schema.ts";

/**
 * Inspects a file and returns what may be stored of it. Time and memory grow linearly with the file and have upper limits; decoding
 * runs outside of the event loop. Only the consumer of uploads calls it.
 */

export interface CleanFile {
  readonly format: Format;
  readonly file: Buffer;
}

/**
 * Returns a picture decoded and encoded again, as a JPEG, or a PDF without bytes after its end.
 * @param accepted the accepted formats
 * @throws InvalidFile
 */
export async function clean(file: Buffer, accepted: readonly Format[]): Promise<CleanFile> {
  return detectFormat(file, accepted) === "pdf"
    ? { format: "pdf", file: await inspectPdf(file) }
    : { format: "jpeg", file: await redrawPicture(file) };
}
