import { selfie } from "../../../contract/mobile/identity.ts";
import * as Documents from "../../../core/identity/kyc/documents/index.ts";
import { serveForm } from "../../_chain/form.ts";

const slot = { documentType: "selfie", side: "front" } as const;

export const handler = serveForm(selfie, async ({ actor, form }) => {
  const { documentId, createdAt } = await Documents.submit(actor, slot, form.selfie.bytes);
  return { selfieId: documentId, status: "pending_verification" as const, uploadedAt: createdAt };
});
