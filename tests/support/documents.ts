import type { UserActor } from "../../core/identity/actor.ts";
import { check } from "../../core/identity/kyc/documents/check.ts";
import * as Documents from "../../core/identity/kyc/documents/index.ts";
import type { Document, Slot } from "../../core/identity/kyc/documents/schema.ts";

/** Submits a valid document, and checks it as the queue's consumer does. */
export async function addDocument(actor: UserActor, slot: Slot, file: Buffer): Promise<Document> {
  const { documentId } = await Documents.submit(actor, slot, file);
  await check(actor.userId, documentId, 1);
  const { documents, uploads } = await Documents.list(actor);
  const document = documents.find((one) => one.documentId === documentId);
  if (!document) throw new Error(`the document was not accepted: ${JSON.stringify(uploads)}`);
  return document;
}
