import { accountOf, walletOf } from "../../ledger/accounts.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import { destinationOf, type Withdrawal } from "./schema.ts";

const steps = {
  "withdrawal.created": { sequence: 1, status: "pending" },
  "withdrawal.completed": { sequence: 2, status: "completed" },
  "withdrawal.failed": { sequence: 3, status: "failed" },
} as const;

/** What a withdrawal's owner's webhooks are told of it: one that was paid may still come back. */
export function withdrawalEvent(type: keyof typeof steps, one: Withdrawal): Write {
  const { sequence, status } = steps[type];
  const object = {
    ...ApiEvents.objectOf("withdrawal", one, { id: one.withdrawalId, createdAt: one.createdAt }),
    wallet: walletOf(accountOf(one, one.currency).account),
    amount: ApiEvents.amountOf(one.amountMinor, one.currency),
    fee: ApiEvents.amountOf(one.feeMinor, one.currency),
    asset: one.currency,
    destination: destinationOf(one),
    status,
    failure_reason: status === "failed" ? (one.reason ?? null) : null,
    description: one.description || null,
  };
  return ApiEvents.happened(one, type, object, sequence);
}
