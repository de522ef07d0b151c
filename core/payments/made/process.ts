import type { LiveActor } from "../../identity/actor.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { Valuing } from "../../ledger/transfers/index.ts";
import { sendReads, splitReads } from "../../ledger/transfers/prefetch.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Merchants from "../merchants/index.ts";
import { checkCardAmount } from "../payments/card-amount.ts";
import * as Payments from "../payments/index.ts";
import type { Payment } from "../payments/schema.ts";
import { pay } from "./index.ts";
import type { NewMade, Paid, Processed } from "./schema.ts";

/** Who is paid, and with what: one of each. */
export interface NewProcess extends Pick<NewMade, "amount" | "currency" | "description"> {
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
 * @throws as `pay`, and as `Payments.create` by card
 */
export function process(
  actor: LiveActor,
  { merchantId, recipient = "", accountId, cardId, paymentMethodId, ...sum }: NewProcess,
  valuing: Valuing,
  claim?: Idempotency.Claim<Processed>,
): Promise<Processed> {
  // Under a client's key stands the result of one of the two, which both are among what is read there.
  if (accountId !== undefined) {
    const named = recipient.includes("@") ? { email: recipient } : { accountId: recipient };
    const to = merchantId === undefined ? named : { merchantId };
    const kept = claim as Idempotency.Claim<Paid> | undefined;
    return pay(actor, { ...sum, accountId, to }, { method: "account", valuing, answering: {} }, kept);
  }
  const card = { ...checkCardAmount(sum.amount, sum.currency), description: sum.description, metadata: {} };
  const kept = claim as Idempotency.Claim<Payment> | undefined;
  return Payments.create(actor, { ...card, cardId, paymentMethodId, merchantId }, kept, valuing);
}
