import { entity } from "../../../platform/table/entity.ts";
import { documentItem, uploadItem } from "./schema.ts";

export const kycDocument = entity({
  name: "KycDocument",
  about:
    "A document that verifies a user's identity: its type and the key of its file. One for each type and side; a new one replaces it.",
  pk: "KYC#{userId}",
  sk: "DOCUMENT#{documentType}#{side}",
  schema: documentItem,
  expires: "180 days after its upload, with its file (attribute ttl)",
  holds: "the type of an identity document, and the key of its file",
  erasure: "deleted",
  exported: ["documentType", "side", "format", "bytes", "uploadedAt"],
  answers: {
    "the documents of a user": "Query pk, sk begins with DOCUMENT#",
    "a document": "GetItem pk, sk",
  },
});

export const kycUpload = entity({
  name: "KycUpload",
  about:
    "A file that a user submits as a document, by the API or by a link, until a consumer has checked it. A valid one becomes a KycDocument.",
  pk: "KYC#{userId}",
  sk: "UPLOAD#{documentType}#{side}",
  schema: uploadItem,
  expires: "a day after its creation, with its file (attribute ttl)",
  holds: "the type of an expected identity document, and the key of its file",
  erasure: "deleted",
  exported: ["documentType", "side", "bytes", "createdAt", "uploadedAt"],
  answers: { "the pending uploads of a user": "Query pk, sk begins with UPLOAD#" },
});
