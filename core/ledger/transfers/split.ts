import type { UserActor } from "../../identity/actor.ts";
import { shownTo } from "../../identity/names.ts";
import type { Asset } from "../../kernel/assets/index.ts";
import { fail, recover, SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { walletOf } from "../accounts.ts";
import type { After } from "../draft.ts";
import { transferSplit } from "../entity.ts";
import { lineId } from "../entry.ts";
import { AccountNotFound, SameAccount } from "../errors.ts";
import * as Ledger from "../index.ts";
import type { AccountRef } from "../schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { receivedEvents, sentEvents } from "./api-events.ts";
import { checkCovered, movingOf, toldReceiver, toldSender, type Valuing } from "./index.ts";
import { ownAccount } from "./own-account.ts";
import { recipientOf, stillPaying } from "./recipient.ts";
import type { NewPart, NewSplit, Part, Receiver, Transferred } from "./schema.ts";
import { partsOf } from "./sharing.ts";

/** A transfer to several: one entry, so that all are paid or nobody is. */

/** So many names a history has room for; how many more there are is counted. */
const NAMES = 3;

/** A part with whom it goes to. */
interface Share extends Part {
  readonly receiver: Receiver;
}

/**
 * Sends money to several at once, as `send` does to one: the whole counts against the sender's limits. Whoever is named
 * twice gets both parts in one.
 * @throws as `send`, with the `index` of the part that cannot be paid; INVALID_SPLIT
 */
export async function sendSplit(
  actor: UserActor,
  { fromAccountId, ...order }: NewSplit,
  valuing: Valuing,
  claim?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const { ref: from, asset } = ownAccount(actor, fromAccountId);
  const amounts = partsOf(asset, order);
  const amount = amounts.reduce((sum, one) => sum + one, 0n);
  const shares = await sharesOf(actor, order.parts, amounts, { from, amount, asset }).catch(
    Idempotency.refusing(claim),
  );
  return give(actor, { from, shares, amount, description: order.description, asset }, valuing, claim);
}

/** Who gets what, told only to somebody who has the whole. */
async function sharesOf(
  actor: UserActor,
  parts: readonly NewPart[],
  amounts: readonly bigint[],
  { from, amount, asset }: { readonly from: AccountRef; readonly amount: bigint; readonly asset: Asset },
): Promise<readonly Share[]> {
  await checkCovered(actor, { from, amount });
  const found = await Promise.allSettled(
    parts.map(async (part) => {
      const receiver = await recipientOf(actor, part, asset);
      if (receiver.account === from.account) throw fail(SameAccount);
      return receiver;
    }),
  );
  return found.map((one, index): Share => {
    if (one.status === "rejected") throw at(index, one.reason);
    const { toAccountId = null } = parts[index] ?? {};
    const counterparty = one.value.name ?? null;
    return { receiver: one.value, toAccountId, counterparty, amount: amounts[index] ?? 0n };
  });
}

/** The refusal of one part, which says of which. */
function at(index: number, error: unknown): unknown {
  if (!(error instanceof SvcError)) return error;
  const { text: why, given } = error;
  const message = text(`splits.${index}: ${why.en}`, `splits.${index} : ${why.fr}`);
  return error.saying({ message, details: { ...given, index } });
}

interface Gift {
  readonly from: AccountRef;
  readonly shares: readonly Share[];
  readonly amount: bigint;
  readonly description: string;
  readonly asset: Asset;
}

async function give(
  sender: UserActor,
  { from, shares, amount, description, asset }: Gift,
  valuing: Valuing,
  idempotency?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const paid = byAccount(shares);
  const [first = from] = paid.map(({ receiver }) => receiver);
  const moving = await movingOf(sender, first, () => valuing(asset, amount));
  const counterparty = namesOf(paid.map(({ receiver }) => receiver));
  const parts = shares.map(({ receiver: _, ...part }): Part => part);
  const result = ({ entryId, createdAt, balances }: After): Transferred => ({
    transferId: entryId,
    transactionId: lineId(entryId, asset.symbol),
    direction: "out",
    fromAccountId: walletOf(from.account) ?? null,
    toAccountId: null,
    counterparty: counterparty ?? null,
    asset: asset.symbol,
    amount,
    description,
    createdAt,
    parts,
    available: balances(from.account).available,
    recipient: counterparty ?? null,
  });
  const sent = Ledger.post<Transferred>({
    type: "TRANSFER",
    postings: [
      { ...from, bucket: "available", amount: -amount },
      ...paid.map(({ receiver: { account, asset: symbol }, amount: share }) => ({
        ...{ account, asset: symbol, bucket: "available" as const, amount: share },
      })),
    ],
    initiator: from.account,
    opens: paid.map(({ receiver }) => receiver),
    spending: true,
    collecting: true,
    moving,
    actorId: sender.userId,
    reason: description,
    idempotency,
    counterparties: new Map([
      [from.account, counterparty],
      ...paid.map(({ receiver }) => [receiver.account, shownTo(sender)] as const),
    ]),
    events: (after) => [
      toldSender(sender, asset.symbol, Money.format(amount, asset.decimals)),
      ...sentEvents(from, { amount, description }, { named: null, parts }, after),
      ...paid.flatMap(({ receiver, amount: share }) => [
        toldReceiver(sender, receiver, Money.format(share, asset.decimals), after),
        ...receivedEvents(receiver, { amount: share, description }, after),
      ]),
    ],
    extraWrites: ({ entryId }) => [
      {
        put: transferSplit.item({
          entryId,
          parts: shares.map(({ receiver, ...part }) => ({ ...part, account: receiver.account })),
        }),
      },
      ...stillPaying(
        sender,
        paid.map(({ receiver }) => receiver),
      ),
    ],
    result,
  });
  return recover(AccountNotFound, sent, () => Promise.reject(fail(WalletNotFound)));
}

/** What each account gets: that of whoever is named twice, both parts. */
function byAccount(shares: readonly Share[]): Pick<Share, "receiver" | "amount">[] {
  const found = new Map<string, Pick<Share, "receiver" | "amount">>();
  for (const { receiver, amount } of shares) {
    const before = found.get(receiver.account)?.amount ?? 0n;
    found.set(receiver.account, { receiver, amount: before + amount });
  }
  return [...found.values()];
}

/** How the sender's history names them. */
function namesOf(receivers: readonly Receiver[]): string | undefined {
  const names = receivers.flatMap(({ name }) => name ?? []);
  const more = receivers.length - Math.min(names.length, NAMES);
  if (names.length === 0) return undefined;
  return `${names.slice(0, NAMES).join(", ")}${more > 0 ? ` +${more}` : ""}`;
}
