import { log } from "../../../platform/log.ts";
import * as Objects from "../../../platform/objects.ts";
import type { Format, StoredFormat } from "../formats/schema.ts";
import type { Document } from "./schema.ts";

/** The files of documents are in a bucket of their own, which few functions can access. */
export const placeOf = (key: string): Objects.Place => ({ bucket: "identity", key });

export const folderOf = (folder: string, userId: string): string => `${folder}${userId}/`;

const contentTypes: Readonly<Record<Format, string>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
};

export const store = (key: string, format: Format, file: Buffer): Promise<void> =>
  Objects.put(placeOf(key), file, contentTypes[format]);

/** Deletes files that no item names. A file that stays expires. */
export async function discard(dead: readonly ({ readonly key: string } | undefined)[]): Promise<void> {
  await Promise.all(
    dead.map(async (one) => {
      if (!one) return;
      await Objects.remove(placeOf(one.key)).catch((error: unknown) =>
        log.warn("kyc: file not deleted, it stays until it expires", { key: one.key, error }),
      );
    }),
  );
}

const extensions: Readonly<Record<StoredFormat, string>> = {
  jpeg: "jpg",
  png: "png",
  pdf: "pdf",
  heic: "heic",
};

/** Makes a temporary link to a document. */
export const link = (
  { key, documentType, side, format }: Pick<Document, "key" | "documentType" | "side" | "format">,
  seconds: number,
): Promise<string> => Objects.link(placeOf(key), seconds, `${documentType}-${side}.${extensions[format]}`);
