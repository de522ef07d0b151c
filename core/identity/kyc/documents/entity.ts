import { entity } from "../../../platform/table/entity.ts";
import { documentItem, uploadItem } from "./schema.ts";

export const kycDocument = entity({
  name: "KycDocument",
  about:
    "A document that a user handed in to be verified by: what it is and where its file lies. One for each type and side; another replaces it.",
  pk: "KYC#{userId}",
  sk: "DOCUMENT#{documentType}#{side}",
  schema: documentItem,
  expires: "180 days after it came, with its file (attribute ttl)",
  holds: "which document of identity was handed in, and where its file lies",
  erasure: "deleted",
  exported: ["documentType", "side", "format", "bytes", "uploadedAt"],
  answers: {
    "what has this user handed in": "Query pk, sk begins with DOCUMENT#",
    "a document": "GetItem pk, sk",
  },
});

export const kycUpload = entity({
  name: "KycUpload",
  about:
    "A document that a user was given a link for: looked at when the verification starts, and a KycDocument from then on where it is good.",
  pk: "KYC#{userId}",
  sk: "UPLOAD#{documentType}#{side}",
  schema: uploadItem,
  expires: "a day after the link was given, with its file (attribute ttl)",
  holds: "which document of identity is to be handed in, and where its file lies",
  erasure: "deleted",
  exported: ["documentType", "side", "bytes", "createdAt"],
  answers: { "what did this user say to upload": "Query pk, sk begins with UPLOAD#" },
});
