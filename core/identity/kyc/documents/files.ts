import { log } from "../../../platform/log.ts";
import * as Objects from "../../../platform/objects.ts";
import type { Format, StoredFormat } from "../formats/schema.ts";
import { type Document, folders } from "./schema.ts";

/** The location of a document's file: a separate bucket, which few functions can access. */
export const fileLocation = (key: string): Objects.Place => ({ bucket: "identity", key });

export const folderOf = (folder: string, userId: string): string => `${folder}${userId}/`;

/** Returns the key of a file before its check. Reviewers and the bank cannot read this folder. */
export const uploadKey = (userId: string, documentId: string): string =>
  `${folderOf(folders.uploads, userId)}${documentId}`;

export const documentKey = (userId: string, documentId: string): string =>
  `${folderOf(folders.documents, userId)}${documentId}`;

const contentTypes: Readonly<Record<Format, string>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
};

export const store = (key: string, format: Format, file: Buffer): Promise<void> =>
  Objects.put(fileLocation(key), file, contentTypes[format]);

/** Deletes files without an item. If that fails, the bucket's lifecycle deletes them later. */
export async function discard(files: readonly ({ readonly key: string } | undefined)[]): Promise<void> {
  await Promise.all(
    files.map(async (one) => {
      if (!one) return;
      await Objects.remove(fileLocation(one.key)).catch((error: unknown) =>
        log.warn("kyc: file not deleted, the bucket's lifecycle will delete it", { key: one.key, error }),
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

/** Creates a temporary link to a document. */
export const link = (
  { key, documentType, side, format }: Pick<Document, "key" | "documentType" | "side" | "format">,
  seconds: number,
): Promise<string> =>
  Objects.link(fileLocation(key), seconds, `${documentType}-${side}.${extensions[format]}`);
