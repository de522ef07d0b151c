import * as z from "zod";
import {
  AlreadyVerified,
  DocumentsBeingChecked,
  DocumentsMissing,
} from "../../../core/identity/kyc/errors.ts";
import { timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { reason, verification } from "../identity.ts";
import { shared } from "../schemas.ts";

/** Routes that verify the user's identity in the mobile app. */

const route = defineFamily({
  ...shared,
  id: "mobile.identity.verification",
  path: "/api/v1/mobile/identity/verification",
});

export const start = route({
  id: "start",
  method: "POST",
  path: "/start",
  summary: "Start the verification of the submitted documents",
  description:
    "Requires an identity document (a passport, or both sides of another) and a selfie; a proof of address makes it level 2. While files are " +
    "being checked, this fails with `DOCUMENTS_BEING_CHECKED`: repeat it after a few seconds. The first call requests the check of files that were uploaded " +
    "by link. `details.refused` says why a file was not accepted. The bank's or an administrator's decision ends the verification. " +
    "While one is open, this returns it.",
  limit: limits.identity("start"),
  response: {
    description: "The verification in review",
    body: z.object({
      verificationId: z.string(),
      status: z.literal("in_review"),
      level: verification.level,
      startedAt: timestamp,
      missing: verification.missing,
    }),
  },
  errors: [DocumentsMissing, DocumentsBeingChecked, AlreadyVerified],
  grants: { table: "write", identityFiles: ["list"], queues: ["bank-orders", "identity-files"] },
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "Retrieve the status of the caller's latest verification",
  limit: limits.identity("verification"),
  response: {
    description: "The verification",
    body: z.object({
      verificationId: z.string().nullable().describe("Null if none was started"),
      status: verification.status,
      level: verification.level,
      startedAt: timestamp.nullable(),
      decidedAt: timestamp.nullable(),
      reasons: z.array(reason),
      nextStep: verification.nextStep,
    }),
  },
});
