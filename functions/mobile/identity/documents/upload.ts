import { upload } from "../../../../contract/mobile/identity/documents.ts";
import * as Documents from "../../../../core/identity/kyc/documents/index.ts";
import { invalidField } from "../../../../core/kernel/errors.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import { serveForm } from "../../../_chain/form.ts";

export const handler = serveForm(upload, async ({ actor, query, form, body }) => {
  const isByLink = query.presign === "true";
  if (form && !isByLink) {
    const { document, ...slot } = form;
    const { documentId, createdAt } = await Documents.submit(actor, slot, document.bytes);
    return { documentId, status: "pending_verification" as const, uploadedAt: createdAt };
  }
  if (!body || !isByLink) throw wrongPresign();
  const { size, ...slot } = body;
  const { documentId, uploadUrl, expiresAt } = await Documents.createUploadLink(actor, slot, size);
  return { documentId, status: "awaiting_upload" as const, uploadedAt: null, uploadUrl, expiresAt };
});

const wrongPresign = () =>
  invalidField(
    "presign",
    text(
      "must be true with a JSON body, and omitted with a form that has the file",
      "doit être true avec un corps JSON, et absent avec un formulaire qui contient le fichier",
    ),
  );
