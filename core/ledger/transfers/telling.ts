import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import { parseWalletId, walletOf } from "../accounts.ts";
import type { After } from "../draft.ts";
import type { AccountRef } from "../schema.ts";

interface Sent {
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** The account that the sender named; null where it was an address. */
  readonly named: string | null;
  readonly amount: bigint;
  readonly description: string;
}

/** What both sides' webhooks are told of a transfer: each sees its own wallet, and the other's name. */
export const transferTold = (sent: Sent, after: After): Write[] =>
  (["out", "in"] as const).flatMap((direction) => {
    const own = direction === "out" ? sent.from : sent.to;
    const wallet = walletOf(own.account) ?? "";
    const owner = parseWalletId(wallet);
    if (!owner) return [];
    const transfer = {
      ...ApiEvents.objectOf("transfer", owner, { id: after.entryId, createdAt: after.createdAt }),
      direction,
      from_wallet: direction === "out" ? wallet : null,
      to_wallet: direction === "in" ? wallet : sent.named,
      counterparty: after.counterparty(own.account) ?? null,
      amount: ApiEvents.amountOf(sent.amount, own.asset),
      asset: own.asset,
      status: "completed",
      description: sent.description || null,
    };
    return [ApiEvents.happened(owner, "transfer.created", transfer)];
  });
