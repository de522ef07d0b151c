import type { LiveActor } from "../../identity/actor.ts";
import type { Owner } from "../../kernel/mode.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Outgoing, WrittenSum } from "../../transfers/outgoing.ts";
import { sendReads, splitReads } from "../../transfers/prefetch.ts";
import * as Merchants from "../merchants/index.ts";
import { checkCardAmount } from "../payments/card-amount.ts";
import * as Payments from "../payments/index.ts";
import type { Payment } from "../payments/schema.ts";
import { pay } from "./index.ts";
import type { Paid, Processed } from "./schema.ts";

/** Who is paid, and with what: one of each. */
export interface NewProcess extends WrittenSum {
  readonly description: string;
  readonly merchantId?: string | undefined;
  /** The id of an account, or an e-mail address: of a user whom an account alone can pay. */
  readonly recipient?: string | undefined;
  readonly accountId?: string | undefined;
  readonly cardId?: string | undefined;
  readonly paymentMethodId?: string | undefined;
}

/** What `process` reads first of who pays and who is paid; by card, whom the provider knows the payer as. */
export function processReads(owner: Owner, wish: NewProcess): Table.Reads {
  const { merchantId, recipient = "", accountId, currency } = wish;
  if (accountId === undefined) return Payments.createReads(owner, wish);
  if (merchantId !== undefined) {
    const { keys = [] } = splitReads(owner, accountId);
    return { keys: [...keys, Merchants.keyOf(merchantId)] };
  }
  const to = recipient.includes("@") ? { toEmail: recipient } : { toAccountId: recipient };
  return sendReads(owner, { fromAccountId: accountId, currency, ...to });
}

/**
 * Pays a merchant or a user from an account at once, or a merchant by card through the provider.
 * @param outgoing the sum that leaves the named account; undefined for a payment by card
 * @throws as `pay`, and as `Payments.create` by card
 */
export function process(
  actor: LiveActor,
  { merchantId, recipient = "", cardId, paymentMethodId, description, ...sum }: NewProcess,
  outgoing: Outgoing | undefined,
  claim?: Idempotency.Claim<Processed>,
): Promise<Processed> {
  // Under a client's key stands the result of one of the two, which both are among what is read there.
  if (outgoing) {
    const named = recipient.includes("@") ? { email: recipient } : { accountId: recipient };
    const to = merchantId === undefined ? named : { merchantId };
    const kept = claim as Idempotency.Claim<Paid> | undefined;
    return pay(actor, { to, description, outgoing }, { method: "account", answering: {} }, kept);
  }
  const card = { ...checkCardAmount(sum.amount, sum.currency), description, metadata: {} };
  const kept = claim as Idempotency.Claim<Payment> | undefined;
  return Payments.create(actor, { ...card, cardId, paymentMethodId, merchantId }, kept);
}
