import * as z from "zod";
import { rule } from "../core/kernel/texts/index.ts";

/** Files in forms. */

/** A file as it came: nothing of it is believed, its name least of all. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
  }

  /** What stands for it where a request is logged: never what it holds. */
  toJSON(): unknown {
    return { bytes: this.bytes.length };
  }
}

/** A field that is a file. */
export const file = (description: string) =>
  z
    .custom<UploadedFile>(
      (value) => value instanceof UploadedFile && value.bytes.length > 0,
      rule(
        "must be a file: a part of the form with a file name, and not empty",
        "doit être un fichier : une partie du formulaire avec un nom de fichier, et non vide",
      ),
    )
    .meta({ type: "string", format: "binary", description });
