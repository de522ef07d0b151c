import { recover } from "../../../kernel/errors.ts";
import * as Objects from "../../../platform/objects.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import type { UserActor } from "../../actor.ts";
import { kycUpload } from "../documents/entity.ts";
import { discard, placeOf } from "../documents/files.ts";
import * as Documents from "../documents/index.ts";
import { takenOf, tooLarge } from "../documents/rules.ts";
import { MAX_UPLOAD_BYTES, type Upload } from "../documents/schema.ts";
import { VerificationInReview } from "../errors.ts";
import { clean } from "../formats/index.ts";
import { Unfit } from "../formats/unfit.ts";

/**
 * What was uploaded by links. It is looked at when the verification starts, which is when it begins to count:
 * until then nobody reads it, and a file that nobody starts with expires within a day.
 */

/** Looks at all that has arrived: what is good becomes a document, of the rest is kept what is wrong with it. */
export async function look(actor: UserActor, uploads: readonly Upload[]): Promise<void> {
  // One after the other: each may be 20 MB.
  for (const upload of uploads) if (upload.refusal === undefined) await lookAt(actor, upload);
}

async function lookAt(actor: UserActor, upload: Upload): Promise<void> {
  try {
    const file = await Objects.read(placeOf(upload.key), MAX_UPLOAD_BYTES);
    // Not there yet.
    if (!file) return;
    const kept = Documents.keep(actor, upload, upload.documentId, clean(file, takenOf(upload)), upload);
    // Begun from another device meanwhile, with this file or without it.
    await recover(VerificationInReview, kept, () => undefined);
  } catch (error) {
    const unfit = error instanceof Objects.TooLarge ? tooLarge() : error;
    if (!(unfit instanceof Unfit)) throw error;
    await refuse(upload, unfit);
  }
}

async function refuse(upload: Upload, { text: { en, fr } }: Unfit): Promise<void> {
  await Table.unlessRefused(
    Table.update(kycUpload.key(upload), {
      set: { refusal: { en, fr } },
      where: Where.is({ documentId: upload.documentId }),
    }),
  );
  await discard([upload]);
}
