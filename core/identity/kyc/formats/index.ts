import { text } from "../../../kernel/texts/index.ts";
import { cleanHeic, isHeic } from "./heic.ts";
import { cleanJpeg, isJpeg } from "./jpeg.ts";
import { checkPdf, isPdf } from "./pdf.ts";
import { cleanPng, isPng } from "./png.ts";
import type { Format } from "./schema.ts";
import { Unfit } from "./unfit.ts";

/**
 * What a file is, by its first bytes and never by its name, and the file without what it tells of its maker.
 * Pure. There is no small library that does this for all of them (HEIC most of all), and a decoder would
 * change what a reviewer has to judge.
 */

interface Known {
  readonly is: (file: Buffer) => boolean;
  readonly clean: (file: Buffer) => Buffer;
}

const known: Readonly<Record<Format, Known>> = {
  jpeg: { is: isJpeg, clean: cleanJpeg },
  png: { is: isPng, clean: cleanPng },
  heic: { is: isHeic, clean: cleanHeic },
  pdf: { is: isPdf, clean: checkPdf },
};

export interface Clean {
  readonly format: Format;
  readonly file: Buffer;
}

/**
 * The file as it may be kept.
 * @param taken the formats that are taken here
 * @throws Unfit
 */
export function clean(file: Buffer, taken: readonly Format[]): Clean {
  const format = taken.find((one) => known[one].is(file));
  if (format === undefined) throw unknown(taken);
  return { format, file: known[format].clean(file) };
}

function unknown(taken: readonly Format[]): Unfit {
  const names = taken.map((one) => one.toUpperCase());
  return new Unfit(
    text(
      `must be a file of one of these kinds, whatever its name: ${names.join(", ")}`,
      `doit être un fichier de l'un de ces types, quel que soit son nom : ${names.join(", ")}`,
    ),
  );
}
