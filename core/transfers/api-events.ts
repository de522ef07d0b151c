import type { Mode } from "../kernel/mode.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { After } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as ApiEvents from "../platform/api-events/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Write } from "../platform/table/index.ts";
import type { Part } from "./schema.ts";

interface Moved {
  readonly amount: bigint;
  readonly description: string;
}

interface Sent extends Moved {
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** The account that the sender named; null for an address. */
  readonly named: string | null;
  /** The hold that the transfer was paid from. */
  readonly holdId?: string;
}

/** Returns the API events of a transfer for both sides. Each sees its own wallet and the other's name. */
export const transferEvents = ({ from, to, named, holdId, ...moved }: Sent, after: After): Write[] => [
  ...sentEvents(from, moved, { named, holdId }, after),
  ...receivedEvents(to, moved, after),
];

/** Returns the sender's API events. @param parts the recipients of a split */
export const sentEvents = (
  from: AccountRef,
  moved: Moved,
  to: Pick<Sent, "named"> & { readonly parts?: readonly Part[]; readonly holdId?: string | undefined },
  after: After,
): Write[] => {
  const splits = to.parts?.map(({ toAccountId, counterparty, amount }) => ({
    ...{ to_wallet: toAccountId, counterparty, amount: ApiEvents.amountOf(amount, from.asset) },
    asset: from.asset,
  }));
  return eventsOf(
    from,
    "out",
    moved,
    { to_wallet: to.named, hold: to.holdId ?? null, splits: splits ?? null },
    after,
  );
};

/** Returns the API events of a recipient. */
export const receivedEvents = (to: AccountRef, moved: Moved, after: After): Write[] =>
  eventsOf(to, "in", moved, { to_wallet: walletOf(to.account) ?? "", hold: null, splits: null }, after);

function eventsOf(
  own: AccountRef,
  direction: "in" | "out",
  { amount, description }: Moved,
  to: {
    readonly to_wallet: string | null;
    readonly hold: string | null;
    readonly splits: readonly object[] | null;
  },
  after: After,
): Write[] {
  const wallet = walletOf(own.account) ?? "";
  const owner = parseWalletId(wallet);
  if (!owner) return [];
  const transfer = {
    ...ApiEvents.objectOf("transfer", owner, { id: after.entryId, createdAt: after.createdAt }),
    direction,
    from_wallet: direction === "out" ? wallet : null,
    to_wallet: to.to_wallet,
    counterparty: after.counterparty(own.account) ?? null,
    amount: ApiEvents.amountOf(amount, own.asset),
    asset: own.asset,
    status: "completed",
    description: description || null,
    hold: to.hold,
    splits: to.splits,
  };
  return [ApiEvents.eventWrite(owner, "transfer.created", transfer)];
}

/** Events of a transfer that notify both users. Amounts are decimal strings in whole units. */

interface OfTransfer {
  readonly mode: Mode;
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
}

export const transferSent = Outbox.define<OfTransfer>()("wallet-transfer-sent", "QUEUE_URL_NOTIFICATIONS");

/** `settled`: the part that paid the recipient's debt. */
export const transferReceived = Outbox.define<OfTransfer & { readonly settled: string }>()(
  "wallet-transfer-received",
  "QUEUE_URL_NOTIFICATIONS",
);
