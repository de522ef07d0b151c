import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { documentStatuses, keptTypes, sides } from "../../../core/identity/kyc/documents/schema.ts";
import * as Kyc from "../../../core/identity/kyc/index.ts";
import {
  type KycStatus,
  kycKinds,
  kycStatuses,
  nextSteps,
  refusals,
  type Standing,
} from "../../../core/identity/kyc/schema.ts";
import * as Status from "../../../core/identity/kyc/verification/status.ts";
import { profile } from "../../../core/identity/schema.ts";
import * as Users from "../../../core/identity/users.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as UserView from "../../_views/user.ts";
import { personal, type Tool } from "./tool.ts";

const overall = ["VERIFIED", "PENDING", "INCOMPLETE", "REJECTED"] as const;
type Overall = (typeof overall)[number];

/** The words of the diagnosis (spec 3, section 4.6) for the platform's own (section 2.8). */
const overallOf: Readonly<Record<KycStatus, Overall>> = {
  VALIDATED: "VERIFIED",
  IN_REVIEW: "PENDING",
  PENDING: "PENDING",
  REJECTED: "REJECTED",
  EXPIRED: "INCOMPLETE",
};

/** Of whom nothing was ever decided, nothing was handed over to be. */
const diagnosed = ({ status, updatedAt }: Standing): Overall =>
  updatedAt === undefined ? "INCOMPLETE" : overallOf[status];

/** How many decisions are shown. */
const LATEST = 50;

const decision = z.object({
  decided: z.enum(kycStatuses),
  status: z
    .enum(kycStatuses)
    .meta({ description: "The status after it: another where a newer decision prevails" }),
  kind: z.enum(kycKinds),
  level: z.int(),
  at: timestamp,
});

const getProfile = personal({
  name: "svc_get_profile",
  description:
    "The account of the key's owner: name, e-mail address and whether it is verified, role, preferences, linked sign-in providers, dates.",
  output: z.object({ user: profile }),
  freeText: "name",
  run: async (person) => ({ user: UserView.full(await Users.own(person)) }),
});

const getKycStatus = personal({
  name: "svc_get_kyc_status",
  title: "Get KYC status",
  description:
    "How a person stands with the checks of identity: overall (VERIFIED, PENDING, INCOMPLETE, REJECTED), the platform's own status and level, " +
    "the documents handed in with their status, what is missing, what comes next, and the latest decisions. Of a refusal only the reasons " +
    "that may be told are there: what the law forbids to tell the person concerned is not. Documents are handed in by the app. " +
    "svc_identity_advice explains the rules.",
  output: z.object({
    overall: z.enum(overall),
    status: z.enum(kycStatuses),
    level: z.int().meta({ description: "How far the person was checked; 0: not at all" }),
    kind: z.enum(kycKinds).meta({ description: "KYC of a person, KYB of a business" }),
    updatedAt: timestamp.optional(),
    documents: z
      .array(
        z.object({
          type: z.enum(keptTypes),
          side: z.enum(sides),
          status: z.enum(documentStatuses),
          reasons: z.array(z.enum(refusals)),
          uploadedAt: timestamp.optional(),
        }),
      )
      .meta({ description: "One for each type and side; their files are given to nobody" }),
    missing: z.array(z.string()).meta({ description: "What is to be handed in before it can be verified" }),
    nextStep: z.enum(nextSteps),
    decisions: z.array(decision).meta({ description: "The latest first, 50 at most" }),
  }),
  run: async (person) => {
    const [overview, history] = await Promise.all([Status.of(person), Kyc.history(person.userId)]);
    const { standing, missing, nextStep } = overview;
    const { status, level, kind, updatedAt } = standing;
    return {
      overall: diagnosed(standing),
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
