import { text } from "../../../kernel/texts/index.ts";
import { UnsupportedFormat } from "./invalid-file.ts";
import type { Format } from "./schema.ts";

/** Detects a file's format by its first bytes, never by its name or media type. */

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const signatures: Readonly<Record<Format, (file: Buffer) => boolean>> = {
  jpeg: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (file) => file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE),
  pdf: (file) => /^%PDF-[12]\.\d/.test(file.toString("latin1", 0, 8)),
};

/** @throws UnsupportedFormat if the file has none of the accepted formats */
export function detectFormat(file: Buffer, accepted: readonly Format[]): Format {
  const format = accepted.find((one) => signatures[one](file));
  if (format === undefined) throw isHeic(file) ? heicError(accepted) : unknownFormatError(accepted);
  return format;
}

const formatNames = (formats: readonly Format[]): string =>
  formats.map((one) => one.toUpperCase()).join(", ");

const unknownFormatError = (accepted: readonly Format[]): UnsupportedFormat =>
  new UnsupportedFormat(
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
