import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { walletKey } from "../../ledger/accounts.ts";
import type { After } from "../../ledger/draft.ts";
import { WalletNotFound } from "../../ledger/wallets/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { request as requestEntity } from "./entity.ts";
import { ApprovalMismatch, ApprovalNotFound, OwnAdjustment } from "./errors.ts";
import type { Order } from "./order.ts";
import type { Adjusted, Pending, Request } from "./schema.ts";
import { counting, tallyKey } from "./tally.ts";

/** Four eyes: one member of staff asks for an adjustment, another one approves it by asking for the same. */

/** How long a request waits: who knows what is true of the wallet by then. */
const WAITS_MS = 24 * 3_600_000;

export const requestKey = (approvalId: string): Table.Key => requestEntity.key({ approvalId });

/**
 * Keeps an adjustment until a second member of staff approves it. It counts against the limit of who asks.
 * @throws WALLET_NOT_FOUND, ADJUSTMENT_LIMIT_EXCEEDED
 */
export async function ask(
  { actor, wallet, walletId, operation, amount, reason }: Order,
  cents: bigint,
  claim?: Idempotency.Claim<Adjusted | Pending>,
): Promise<Pending> {
  const nowMs = Clock.nowMs();
  const pending: Pending = {
    kind: "pending",
    approvalId: Ids.create("approval"),
    expiresAt: new Date(nowMs + WAITS_MS).toISOString(),
  };
  const request: Request = {
    approvalId: pending.approvalId,
    mode: actor.mode,
    walletId,
    operation,
    amount,
    reason,
    requestedBy: actor.userId,
    requestedAt: new Date(nowMs).toISOString(),
    expiresAt: pending.expiresAt,
  };
  try {
    return await Table.change(
      () => Table.getMany([walletKey(wallet), tallyKey(actor)]),
      ([owned, tally]) => {
        if (!owned) throw fail(WalletNotFound);
        return {
          writes: [
            ...Idempotency.recording(claim, pending),
            { put: requestEntity.item(request), where: Where.absent },
            counting(actor, { cents, alone: false }, tally),
          ],
          result: pending,
        };
      },
    );
  } catch (error) {
    if (error instanceof SvcError) return Idempotency.refuse(error, claim);
    throw error;
  }
}

/**
 * The request that an order approves, if it may.
 * @throws APPROVAL_NOT_FOUND, OWN_ADJUSTMENT, APPROVAL_MISMATCH
 */
export function checked(order: Order, item: Table.Item | undefined): Request {
  const request = item && requestEntity.parse(item);
  const waits =
    request?.walletId === order.walletId && !request.approvedBy && request.expiresAt > Clock.nowIso();
  if (!waits) throw fail(ApprovalNotFound);
  if (request.requestedBy === order.actor.userId) throw fail(OwnAdjustment);
  const other = (["operation", "amount", "reason"] as const).filter(
    (field) => request[field] !== order[field],
  );
  if (other.length > 0)
    throw fail(ApprovalMismatch, {
      details: {
        fields: other.map((field) => ({
          field,
          message: text("is not what was asked for", "n'est pas ce qui a été demandé"),
        })),
      },
    });
  return request;
}

/** The write that approves it, once. */
export const approving = ({ actor }: Order, { approvalId }: Request, { entryId }: After): Table.Write => ({
  update: requestKey(approvalId),
  set: { approvedBy: actor.userId, approvedAt: Clock.nowIso(), entryId },
  where: Where.all(Where.exists, Where.lacks("approvedBy")),
});
