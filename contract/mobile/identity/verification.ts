import * as z from "zod";
import { AlreadyVerified, DocumentsMissing } from "../../../core/identity/kyc/errors.ts";
import { timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { level, missing, nextStep, reason, status as standing } from "./schemas.ts";

/** The verification of identity: MOBILE.md, section Identity. */

const route = defineFamily({
  id: "mobile.identity.verification",
  path: "/api/v1/mobile/identity/verification",
  family: "mobile",
  auth: "mobile",
});

export const start = route({
  id: "start",
  method: "POST",
  path: "/start",
  summary: "Have what was handed in verified",
  description:
    "A document of identity (a passport, or both sides of another) and a selfie are needed; with a proof of address the verification is " +
    "of level 2. What was uploaded by links is looked at first: of what cannot be taken `details.refused` says why. The file goes to the " +
    "bank; its decision or an administrator's ends the verification. While one is open it is answered again, however often and from " +
    "however many devices it is started.",
  limit: limits.identity("start"),
  responses: {
    200: {
      description: "It is being reviewed",
      body: z.object({
        verificationId: z.string(),
        status: z.literal("in_review"),
        level,
        startedAt: timestamp,
        missing,
      }),
    },
  },
  errors: [DocumentsMissing, AlreadyVerified],
  grants: { table: "write", identityFiles: ["read", "write", "delete"], queues: ["bank-orders"] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "How the caller's latest verification stands",
  limit: limits.identity("verification"),
  responses: {
    200: {
      description: "The verification",
      body: z.object({
        verificationId: z.string().nullable().meta({ description: "null: none was ever started" }),
        status: standing,
        level,
        startedAt: timestamp.nullable(),
        decidedAt: timestamp.nullable(),
        reasons: z.array(reason),
        nextStep,
      }),
    },
  },
  grants: { table: "read" },
});
