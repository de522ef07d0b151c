import type { LiveActor } from "../../identity/actor.ts";
import { STEP_UP_ABOVE_EUR } from "../../identity/schema.ts";
import * as Stamp from "../../identity/stamp.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { lineId } from "../../ledger/entry.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import * as Bank from "../../platform/bank.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { assertPayeeAllowedAfterReset } from "../../transfers/after-reset.ts";
import { CurrencyMismatch } from "../../transfers/errors.ts";
import { assertCovered, ownAccount, withinAllowance } from "../../transfers/outgoing.ts";
import * as Beneficiaries from "../beneficiaries/index.ts";
import { WithdrawalsUnavailable } from "./errors.ts";
import { feeOf, hold, holdReads } from "./hold.ts";
import type { NewWithdrawal, RequestedWithdrawal } from "./schema.ts";
import { CURRENCY, centsOf } from "./sepa.ts";

/**
 * Withdrawals to bank accounts that apps request; `send.ts` serves programs. The request holds the money and queues an
 * order for the bank in one transaction, `order.ts` sends the order, and `webhooks.ts` applies the bank's events.
 */

/** Above this amount the caller confirms a withdrawal, in cents. */
const CONFIRMED_ABOVE_MINOR = BigInt(STEP_UP_ABOVE_EUR) * 100n;

/**
 * Requests a withdrawal.
 * @param confirm requires a proof of who acts: for a new payee, an amount above 100 EUR, and beyond the allowance
 * @throws WITHDRAWALS_UNAVAILABLE, WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INVALID_REQUEST,
 *   BENEFICIARY_NOT_FOUND, BENEFICIARY_LIMIT_REACHED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   KYC_LIMIT_EXCEEDED, UNAUTHORIZED, CONTENTION, and the errors of `confirm`
 */
export async function request(
  actor: LiveActor,
  input: NewWithdrawal,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<RequestedWithdrawal>,
): Promise<RequestedWithdrawal> {
  const { wallet, amountMinor, payee, isSensitive } = await prepare(actor, input);
  if (isSensitive) {
    const outgoing = { from: wallet, amount: amountMinor + feeOf(CURRENCY) };
    await assertCovered(actor, outgoing);
  }
  const { writes, ...to } = payee;
  return withinAllowance(actor, isSensitive, confirm, (unconfirmed) =>
    hold(
      actor,
      { wallet, amountMinor, payee: to, description: input.description, cents: amountMinor, unconfirmed },
      {
        idempotency: claim,
        extraWrites: () => [Stamp.assertUnchanged(actor), ...writes],
        result: ({ entryId, feeMinor, availableAfter }) => ({
          transactionId: lineId(entryId, CURRENCY),
          beneficiaryId: to.beneficiaryId,
          ...{ amountMinor, feeMinor, available: availableAfter },
        }),
      },
    ),
  );
}

/** A withdrawal as it would be executed now. */
export interface WithdrawalPreview {
  readonly payee: { readonly name: string; readonly iban: string };
  /** Cents. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Whether it needs a proof in any case. */
  readonly isSensitive: boolean;
}

/**
 * Shows a withdrawal with its fee, without holding or storing anything.
 * @throws as `request`, except the errors of the hold itself
 */
export async function preview(
  actor: LiveActor,
  input: Omit<NewWithdrawal, "description">,
): Promise<WithdrawalPreview> {
  const { wallet, amountMinor, payee, isSensitive } = await prepare(actor, input);
  const feeMinor = feeOf(CURRENCY);
  await assertCovered(actor, { from: wallet, amount: amountMinor + feeMinor });
  const { name, iban } = payee;
  return { payee: { name, iban }, amountMinor, feeMinor, isSensitive };
}

/**
 * Validates a request for a withdrawal, immediate or scheduled, without holding or storing anything.
 * @returns with `isSensitive` if the payee is new or the amount above 100 EUR, so that it needs a proof in any case
 * @throws as `request`, except the errors of the hold itself
 */
export async function prepare(actor: LiveActor, input: Omit<NewWithdrawal, "description">) {
  if (!Bank.isConfigured()) throw fail(WithdrawalsUnavailable);
  const wallet = walletOf(actor, input);
  const amountMinor = centsOf("amount", input.amount);
  const payee = await payeeOf(actor, input);
  const { savedAt, ...to } = payee;
  assertPayeeAllowedAfterReset(actor, savedAt);
  const isSensitive = to.writes.length > 0 || amountMinor > CONFIRMED_ABOVE_MINOR;
  return { wallet, amountMinor, payee: to, isSensitive };
}

/** Returns the reads of `request`, for handlers that prefetch them. @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH */
export function requestReads(owner: Owner, input: Omit<NewWithdrawal, "description">): Table.Reads {
  const held = holdReads(owner, walletOf(owner, input));
  const payee = Beneficiaries.readsOf(owner, input.beneficiaryId);
  return { keys: [...(held.keys ?? []), ...(payee.keys ?? [])], ranges: payee.ranges ?? [] };
}

function walletOf(
  actor: Owner,
  { accountId, currency }: Pick<NewWithdrawal, "accountId" | "currency">,
): AccountRef {
  const { ref, asset } = ownAccount(actor, accountId, currency);
  if (asset.symbol === CURRENCY) return ref;
  throw fail(CurrencyMismatch, {
    message: text(
      "Only euros can be sent to a bank account. Swap this currency into euros first.",
      "Seuls les euros peuvent être envoyés vers un compte bancaire. Échangez d'abord cette devise contre des euros.",
    ),
    details: { account: asset.symbol, currency: CURRENCY },
  });
}

/** Returns the payee, with the writes that store it as a beneficiary if it is new. */
async function payeeOf(
  actor: LiveActor,
  { beneficiaryId, iban = "", beneficiaryName = "" }: Omit<NewWithdrawal, "description">,
) {
  const known =
    beneficiaryId === undefined
      ? await Beneficiaries.findBankAccount(actor, iban)
      : await Beneficiaries.bankAccountFromId(actor, beneficiaryId);
  Beneficiaries.checkSepa("iban", known?.iban ?? iban);
  if (known)
    return {
      beneficiaryId: known.id,
      iban: known.iban,
      name: beneficiaryName || known.name,
      savedAt: known.savedAt,
      writes: [],
    };
  const data = { name: beneficiaryName, iban };
  const { added, writes } = Beneficiaries.prepareAdd(actor, Ids.create("beneficiary"), data);
  return { ...data, beneficiaryId: added.id, savedAt: undefined, writes };
}
