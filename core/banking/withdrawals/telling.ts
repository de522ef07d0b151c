import { accountOf, walletOf } from "../../ledger/accounts.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { Withdrawal } from "./schema.ts";

const steps = {
  "withdrawal.created": { sequence: 1, status: "pending" },
  "withdrawal.completed": { sequence: 2, status: "completed" },
  "withdrawal.failed": { sequence: 3, status: "failed" },
} as const;

/** What a withdrawal's owner's webhooks are told of it: one that was paid may still come back. */
export function withdrawalTold(
  type: keyof typeof steps,
  one: Pick<
    Withdrawal,
    | "userId"
    | "withdrawalId"
    | "amountMinor"
    | "feeMinor"
    | "currency"
    | "description"
    | "createdAt"
    | "reason"
  >,
): Write {
  const owner = { mode: "live" as const, userId: one.userId };
  const { sequence, status } = steps[type];
  const object = {
    ...ApiEvents.objectOf("withdrawal", owner, { id: one.withdrawalId, createdAt: one.createdAt }),
    wallet: walletOf(accountOf(owner, one.currency).account),
    amount: ApiEvents.amountOf(one.amountMinor, one.currency),
    fee: ApiEvents.amountOf(one.feeMinor, one.currency),
    asset: one.currency,
    status,
    failure_reason: status === "failed" ? (one.reason ?? null) : null,
    description: one.description || null,
  };
  return ApiEvents.happened(owner, type, object, sequence);
}
