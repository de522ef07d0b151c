import type { UserActor } from "../identity/actor.ts";
import { publicName } from "../identity/profile/public-name.ts";
import { fail, recover, SvcError } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import { walletOf } from "../ledger/accounts.ts";
import { type After, posting } from "../ledger/draft.ts";
import { lineId } from "../ledger/entry.ts";
import { AccountNotFound, SameAccount } from "../ledger/errors.ts";
import type * as Idempotency from "../platform/idempotency/index.ts";
import * as Policy from "../policy/index.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { assertAllowedAfterReset } from "./after-reset.ts";
import { receivedEvents, sentEvents } from "./api-events.ts";
import { transferSplit } from "./entity.ts";
import { kycMovement, notifyRecipient, notifySender } from "./index.ts";
import { type Outgoing, outgoing as outgoingOf, ownAccount } from "./outgoing.ts";
import { assertPayable, findRecipient } from "./recipient.ts";
import type { NewPart, NewSplit, Part, Receiver, Transferred } from "./schema.ts";
import { partsOf } from "./sharing.ts";

/** A transfer to several recipients: one entry, so that all are paid or none. */

/** The names that a history line has room for; the rest is counted. */
const NAMES = 3;

/** A part with its recipient's account. */
interface Share extends Part {
  readonly receiver: Receiver;
}

/**
 * Sends money to several recipients in one entry, as `send` does to one. The total counts against the sender's limits. A
 * recipient who is named twice gets both parts as one credit.
 * @throws as `send`, with the `index` of the part that cannot be paid; INVALID_SPLIT
 */
export async function sendSplit(
  actor: UserActor,
  { fromAccountId, description, ...request }: NewSplit,
  claim?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const { ref, asset } = ownAccount(actor, fromAccountId);
  const amounts = partsOf(asset, { description, ...request });
  const outgoing = outgoingOf(
    actor,
    ref,
    amounts.reduce((sum, one) => sum + one, 0n),
  );
  const shares = await resolveShares(actor, request.parts, amounts, outgoing);
  await assertAllowedAfterReset(
    actor,
    ref,
    shares.map(({ receiver }) => receiver),
  );
  return transfer(actor, { outgoing, shares, description }, claim);
}

/** Finds the recipient of each part, after the check that the sender has the whole sum. */
async function resolveShares(
  actor: UserActor,
  parts: readonly NewPart[],
  amounts: readonly bigint[],
  { from, asset, assertCovered }: Outgoing,
): Promise<readonly Share[]> {
  await assertCovered();
  const found = await Promise.allSettled(
    parts.map(async (part) => {
      const receiver = await findRecipient(actor, part, asset);
      if (receiver.account === from.account) throw fail(SameAccount);
      return receiver;
    }),
  );
  return found.map((one, index): Share => {
    if (one.status === "rejected") throw atPart(index, one.reason);
    const { toAccountId = null } = parts[index] ?? {};
    const counterparty = one.value.name;
    return { receiver: one.value, toAccountId, counterparty, amount: amounts[index] ?? 0n };
  });
}

function atPart(index: number, error: unknown): unknown {
  if (!(error instanceof SvcError)) return error;
  const { text: why, given } = error;
  const message = text(`splits.${index}: ${why.en}`, `splits.${index} : ${why.fr}`);
  return error.copyWith({ message, details: { ...given, index } });
}

interface SplitRequest {
  readonly outgoing: Outgoing;
  readonly shares: readonly Share[];
  readonly description: string;
}

async function transfer(
  sender: UserActor,
  { outgoing, shares, description }: SplitRequest,
  idempotency?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const { from, asset, amount } = outgoing;
  const senderName = await publicName(sender);
  const paid = byAccount(shares);
  const receivers = paid.map(({ receiver }) => receiver);
  const counterparty = namesOf(receivers);
  const parts = shares.map(({ receiver: _, ...part }): Part => part);
  const result = ({ entryId, createdAt, balances }: After): Transferred => ({
    transferId: entryId,
    transactionId: lineId(entryId, asset.symbol),
    direction: "out",
    fromAccountId: walletOf(from.account) ?? null,
    toAccountId: null,
    counterparty,
    asset: asset.symbol,
    amount,
    description,
    createdAt,
    parts,
    available: balances(from.account).available,
    recipient: counterparty,
  });
  const sent = Policy.post<Transferred>({
    type: "TRANSFER",
    postings: [
      posting(from, -amount),
      ...paid.map(({ receiver, amount: share }) => posting(receiver, share)),
    ],
    initiator: from.account,
    opens: receivers,
    rejectIfInDebt: true,
    payDebtsFirst: true,
    kycMovement: await kycMovement(sender, outgoing),
    actorId: sender.userId,
    reason: description,
    idempotency,
    counterparties: new Map([
      [from.account, counterparty],
      ...receivers.map(({ account }) => [account, senderName] as const),
    ]),
    events: (after) => [
      notifySender(sender, asset.symbol, Money.format(amount, asset.decimals)),
      ...sentEvents(from, { amount, description }, { named: null, parts }, after),
      ...paid.flatMap(({ receiver, amount: share }) => [
        notifyRecipient(sender, receiver, Money.format(share, asset.decimals), after),
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
      ...assertPayable(sender, receivers),
    ],
    result,
  });
  return recover(AccountNotFound, sent, () => Promise.reject(fail(WalletNotFound)));
}

/** Sums the parts of each account. */
function byAccount(shares: readonly Share[]): Pick<Share, "receiver" | "amount">[] {
  const found = new Map<string, Pick<Share, "receiver" | "amount">>();
  for (const { receiver, amount } of shares) {
    const before = found.get(receiver.account)?.amount ?? 0n;
    found.set(receiver.account, { receiver, amount: before + amount });
  }
  return [...found.values()];
}

/** Returns the recipients' names for the sender's history. */
function namesOf(receivers: readonly Receiver[]): string {
  const names = receivers.slice(0, NAMES).map(({ name }) => name);
  const more = receivers.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` +${more}` : ""}`;
}
