import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { unpaidDue } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { NewTransaction, Transaction, TransactionName } from "../records/schema.ts";
import { needsApproval as needed } from "./approval.ts";
import { awaitingApproval } from "./entity.ts";
import { type Facts, recordOf } from "./facts.ts";

/** A payment's record: there is one, whoever learns of the payment first. */

/** What is kept under the client's key in the very transaction that opens the record. */
export interface Kept<T> {
  readonly claim: Idempotency.Claim<T>;
  readonly result: T;
}

const nameOf = ({ userId, createdAt, transactionId }: TransactionName): TransactionName => ({
  userId,
  createdAt,
  transactionId,
});

/** How long a payment may be paid. At the provider an intent waits for ever; `abandoned.ts` ends it. */
const PAYABLE_MS = 7 * DAY_MS;

/**
 * Opens a payment's record, unless an event of the provider was faster.
 * @returns the record.
 * @throws AlreadyDone
 */
export async function open<T>(wanted: NewTransaction, kept?: Kept<T>): Promise<Transaction> {
  const endsAt = new Date(Clock.nowMs() + PAYABLE_MS).toISOString();
  const due = unpaidDue.at(wanted.transactionId, endsAt);
  const writes = [
    ...Idempotency.recording(kept?.claim, kept?.result),
    ...Transactions.opening(wanted, due),
    ...(wanted.needsApproval ? [{ put: awaitingApproval.item(nameOf(wanted)) }] : []),
  ];
  if (await Table.tryCommit(writes)) return wanted;
  if (kept) await Idempotency.keep(kept.claim, kept.result);
  return (await Transactions.find(wanted.transactionId)) ?? Transactions.read(wanted);
}

/**
 * The record that facts are of; it is opened where they come first. Undefined where they are none of ours.
 */
export async function ofFacts(facts: Facts): Promise<Transaction | undefined> {
  const known = await Transactions.find(facts.paymentId);
  if (known) return known;
  const wanted = recordOf(facts);
  if (!wanted) return undefined;
  const unlikely = await unlikelyOf(wanted);
  return open(unlikely === undefined ? wanted : { ...wanted, unlikely });
}

/** Why a payment that only the provider knows cannot be as we would have made it, if there is a reason. */
async function unlikelyOf({
  userId,
  amountMinor,
  currency,
  needsApproval,
}: Transaction): Promise<string | undefined> {
  if (!Assets.isMoney(currency)) return `nobody can pay ${currency} by card`;
  if (needsApproval || !(await needed({ userId }, amountMinor))) return undefined;
  return "it needs an approval and did not ask for one";
}
