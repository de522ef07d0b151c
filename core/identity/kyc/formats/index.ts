import { text } from "../../../kernel/texts/index.ts";
import { InvalidFile, UnsupportedFormat } from "./invalid-file.ts";
import { cleanPdf, isPdf } from "./pdf.ts";
import { cleanJpeg, cleanPng, isJpeg, isPng } from "./pictures.ts";
import type { Format } from "./schema.ts";

/**
 * Detects a file's format by its first bytes, never by its name, and removes its metadata. No small library does this for all
 * formats, and decoding would change the picture for the reviewer.
 */

interface FormatRules {
  readonly is: (file: Buffer) => boolean;
  readonly clean: (file: Buffer) => Buffer;
}

const formatRules: Readonly<Record<Format, FormatRules>> = {
  jpeg: { is: isJpeg, clean: cleanJpeg },
  png: { is: isPng, clean: cleanPng },
  pdf: { is: isPdf, clean: cleanPdf },
};

export interface CleanFile {
  readonly format: Format;
  readonly file: Buffer;
}

/**
 * Returns the file as it may be stored, without metadata.
 * @param accepted the accepted formats
 * @throws UnsupportedFormat for HEIC, InvalidFile for any other invalid file
 */
export function clean(file: Buffer, accepted: readonly Format[]): CleanFile {
  const format = accepted.find((one) => formatRules[one].is(file));
  if (format === undefined) throw isHeic(file) ? heicError(accepted) : unknownFormatError(accepted);
  return { format, file: formatRules[format].clean(file) };
}

const formatNames = (formats: readonly Format[]): string =>
  formats.map((one) => one.toUpperCase()).join(", ");

const unknownFormatError = (accepted: readonly Format[]): InvalidFile =>
  new InvalidFile(
    text(
      `must be in one of these formats: ${formatNames(accepted)}`,
      `doit être dans l'un de ces formats : ${formatNames(accepted)}`,
    ),
  );

/** The main brands of HEIF files (ISO/IEC 23008-12), of which HEIC is one. */
const HEIF_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "heif", "mif1", "msf1"]);

const isHeic = (file: Buffer): boolean =>
  file.toString("latin1", 4, 8) === "ftyp" && HEIF_BRANDS.has(file.toString("latin1", 8, 12));

const heicError = (accepted: readonly Format[]): UnsupportedFormat =>
  new UnsupportedFormat(
    text(
      `is in the HEIC format, which is not supported. Upload one of these instead: ${formatNames(accepted)}. A phone converts its pictures if the app asks for a JPEG`,
      `est au format HEIC, qui n'est pas pris en charge. Envoyez plutôt l'un de ces formats : ${formatNames(accepted)}. Un téléphone convertit ses photos si l'application demande un JPEG`,
    ),
  );
