import { webActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { fromItem } from "../identity/user.ts";
import { OwnerGone } from "../jobs/errors.ts";
import type { Job } from "../jobs/schema.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import { payloadOf } from "./payloads.ts";
import { portfolio } from "./portfolio.ts";
import type { Made, Order } from "./report.ts";
import { statement } from "./statement.ts";
import { tax } from "./tax.ts";
import { languageOf } from "./words.ts";

/**
 * Makes the file of a job of the platform's own types. The same data and the same time give the same file.
 * @param breathe lets others work; throws when the work is of no use any more
 * @throws OWNER_GONE, INVALID_PAYLOAD, and what the reports throw
 */
export async function make(job: Job, breathe: () => Promise<void>): Promise<Made> {
  const order = await orderOf(job, breathe);
  switch (job.type) {
    case "statement-export":
      return statement(order, payloadOf(job.type, job.payload));
    case "portfolio-report":
      return portfolio(order, payloadOf(job.type, job.payload));
    case "tax-report":
      return tax(order, payloadOf(job.type, job.payload));
    default:
      throw new TypeError(`no worker of ours does ${job.type}`);
  }
}

/** @throws OWNER_GONE */
async function orderOf({ userId, jobId, createdAt }: Job, breathe: () => Promise<void>): Promise<Order> {
  const item = await Table.get(userProfile.key({ userId }));
  const owner = item && fromItem(item);
  if (!owner || owner.blocked) throw fail(OwnerGone);
  return {
    // The job is the actor's session: what is logged of it names it.
    actor: webActor(owner, jobId),
    language: languageOf(owner.preferences.language),
    nowMs: Clock.nowMs(),
    createdAt,
    breathe,
  };
}
