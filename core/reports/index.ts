import { webActor } from "../identity/actor.ts";
import { readerOf } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { assertNever, fail } from "../kernel/errors.ts";
import { payloadOf } from "./payloads.ts";
import { portfolio } from "./portfolio.ts";
import type { ReportContext, ReportFile } from "./report.ts";
import { isReport, OwnerGone } from "./schema.ts";
import { statement } from "./statement.ts";
import { tax } from "./tax.ts";

interface ReportJob {
  readonly jobId: string;
  readonly userId: string;
  readonly type: string;
  /** JSON. */
  readonly payload: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/**
 * Creates the file of a report. The same data and time give the same file.
 * @param checkpoint yields to other work; throws if the report is no longer needed
 * @throws OWNER_GONE, INVALID_PAYLOAD, and the reports' errors
 */
export async function make(job: ReportJob, checkpoint: () => Promise<void>): Promise<ReportFile> {
  const { type } = job;
  if (!isReport(type)) throw new TypeError(`the platform has no report ${type}`);
  const context = await contextOf(job, checkpoint);
  const payload: unknown = JSON.parse(job.payload);
  switch (type) {
    case "statement-export":
      return statement(context, payloadOf(type, payload));
    case "portfolio-report":
      return portfolio(context, payloadOf(type, payload));
    case "tax-report":
      return tax(context, payloadOf(type, payload));
    default:
      return assertNever(type);
  }
}

/** @throws OWNER_GONE */
async function contextOf(
  { userId, jobId, createdAt }: ReportJob,
  checkpoint: () => Promise<void>,
): Promise<ReportContext> {
  const owner = await Users.fromId(userId);
  if (!owner || owner.blocked) throw fail(OwnerGone);
  return {
    // The job is the actor's session, so that logs name it.
    actor: webActor(owner, jobId),
    language: readerOf(owner).language,
    nowMs: Clock.nowMs(),
    createdAt,
    checkpoint,
  };
}
