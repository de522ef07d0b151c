import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { documentStatuses, sides, storedTypes } from "../../../core/identity/kyc/documents/schema.ts";
import * as Kyc from "../../../core/identity/kyc/index.ts";
import {
  type KycStatus,
  kycKinds,
  kycStatuses,
  nextSteps,
  rejectionReasons,
} from "../../../core/identity/kyc/schema.ts";
import * as Status from "../../../core/identity/kyc/verification/status.ts";
import { profile } from "../../../core/identity/schema.ts";
import * as Users from "../../../core/identity/users.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as UserView from "../../_views/user.ts";
import { personal, type Tool } from "./tool.ts";

const overall = ["VERIFIED", "PENDING", "INCOMPLETE", "REJECTED"] as const;

/** The diagnosis' statuses (spec 3, section 4.6) by the platform's (section 2.8). */
const overallOf: Readonly<Record<KycStatus, (typeof overall)[number]>> = {
  VALIDATED: "VERIFIED",
  IN_REVIEW: "PENDING",
  PENDING: "PENDING",
  REJECTED: "REJECTED",
  EXPIRED: "INCOMPLETE",
};

/** The number of returned decisions. */
const LATEST = 50;

const decision = z.object({
  decided: z.enum(kycStatuses),
  status: z.enum(kycStatuses).meta({
    description: "The status after this decision; differs from decided if a newer decision prevails",
  }),
  kind: z.enum(kycKinds),
  level: z.int(),
  at: timestamp,
});

const getProfile = personal({
  name: "svc_get_profile",
  description:
    "The account of the key's owner: name, email address and whether it is verified, role, preferences, linked sign-in providers, dates.",
  output: z.object({ user: profile }),
  freeText: "name",
  run: async (person) => ({ user: UserView.full(await Users.readOwn(person)) }),
});

const getKycStatus = personal({
  name: "svc_get_kyc_status",
  title: "Get KYC status",
  description:
    "A user's KYC status: overall (VERIFIED, PENDING, INCOMPLETE, REJECTED), the platform's status and level, " +
    "the submitted documents with their status, missing documents, the next step, and the latest decisions. A rejection has only the reasons " +
    "that the law allows to disclose. Documents are submitted in the app. " +
    "svc_identity_advice explains the rules.",
  output: z.object({
    overall: z.enum(overall),
    status: z.enum(kycStatuses),
    level: z.int().meta({ description: "The level of the verification; 0 without one" }),
    kind: z.enum(kycKinds).meta({ description: "KYC for a person, KYB for a business" }),
    updatedAt: timestamp.optional(),
    documents: z
      .array(
        z.object({
          type: z.enum(storedTypes),
          side: z.enum(sides),
          status: z.enum(documentStatuses),
          reasons: z.array(z.enum(rejectionReasons)),
          uploadedAt: timestamp.optional(),
        }),
      )
      .meta({ description: "One for each type and side; files are never returned" }),
    missing: z.array(z.string()).meta({ description: "The documents to submit before the verification" }),
    nextStep: z.enum(nextSteps),
    decisions: z.array(decision).meta({ description: "Latest first, at most 50" }),
  }),
  run: async (person) => {
    const [overview, history] = await Promise.all([Status.read(person), Kyc.history(person.userId)]);
    const { state, missing, nextStep } = overview;
    const { status, level, kind, updatedAt } = state;
    return {
      overall: state.updatedAt === undefined ? "INCOMPLETE" : overallOf[state.status],
      status,
      level,
      kind,
      ...(updatedAt !== undefined && { updatedAt }),
      documents: overview.documents.map(documentOf),
      missing: [...missing],
      nextStep,
      decisions: history.slice(0, LATEST).map((one) => ({
        ...pick(one, "decided", "status", "kind", "level"),
        at: one.recordedAt,
      })),
    };
  },
});

const documentOf = ({ documentType: type, side, status, reasons, uploadedAt }: Status.ShownDocument) => ({
  ...{ type, side, status },
  reasons: reasons.map(({ code }) => code),
  ...(uploadedAt !== undefined && { uploadedAt }),
});

export const personTools: readonly Tool[] = [getProfile, getKycStatus];
