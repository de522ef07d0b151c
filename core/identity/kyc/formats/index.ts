import { text } from "../../../kernel/texts/index.ts";
import { checkPdf, isPdf } from "./pdf.ts";
import { cleanJpeg, cleanPng, isJpeg, isPng } from "./pictures.ts";
import type { Format } from "./schema.ts";
import { Unfit, UnsupportedFormat } from "./unfit.ts";

/**
 * Detects a file's format by its first bytes, never by its name, and removes its metadata. Pure.
 * No small library does this for all formats, and a decoder would change the picture that a reviewer judges.
 */

interface Known {
  readonly is: (file: Buffer) => boolean;
  readonly clean: (file: Buffer) => Buffer;
}

const known: Readonly<Record<Format, Known>> = {
  jpeg: { is: isJpeg, clean: cleanJpeg },
  png: { is: isPng, clean: cleanPng },
  pdf: { is: isPdf, clean: checkPdf },
};

export interface Clean {
  readonly format: Format;
  readonly file: Buffer;
}

/**
 * Returns the file as it may be stored, without metadata.
 * @param taken the accepted formats
 * @throws UnsupportedFormat if it is HEIC, Unfit for any other reason
 */
export function clean(file: Buffer, taken: readonly Format[]): Clean {
  const format = taken.find((one) => known[one].is(file));
  if (format === undefined) throw isHeic(file) ? heic(taken) : unknown(taken);
  return { format, file: known[format].clean(file) };
}

const namesOf = (taken: readonly Format[]): string => taken.map((one) => one.toUpperCase()).join(", ");

const unknown = (taken: readonly Format[]): Unfit =>
  new Unfit(
    text(
      `must be a file of one of these kinds, whatever its name: ${namesOf(taken)}`,
      `doit être un fichier de l'un de ces types, quel que soit son nom : ${namesOf(taken)}`,
    ),
  );

/** The main brands of HEIF files (ISO/IEC 23008-12), of which HEIC is one. */
const HEIF_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "heif", "mif1", "msf1"]);

const isHeic = (file: Buffer): boolean =>
  file.toString("latin1", 4, 8) === "ftyp" && HEIF_BRANDS.has(file.toString("latin1", 8, 12));

const heic = (taken: readonly Format[]): UnsupportedFormat =>
  new UnsupportedFormat(
    text(
      `is in the HEIC format, which is not supported. Upload one of these instead: ${namesOf(taken)}. A phone converts its pictures if the app asks for a JPEG`,
      `est au format HEIC, qui n'est pas pris en charge. Envoyez plutôt l'un de ces formats : ${namesOf(taken)}. Un téléphone convertit ses photos si l'application demande un JPEG`,
    ),
  );
