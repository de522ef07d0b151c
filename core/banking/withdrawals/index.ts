import type { LiveActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envInt } from "../../kernel/env.ts";
import { fail, failFields, InvalidRequest, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import type { After } from "../../ledger/draft.ts";
import { lineId } from "../../ledger/entry.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import { CurrencyMismatch } from "../../ledger/transfers/errors.ts";
import { checkCovered } from "../../ledger/transfers/index.ts";
import { ownAccount } from "../../ledger/transfers/own-account.ts";
import { isSepa } from "../../ledger/wallets/sepa.ts";
import * as Bank from "../../platform/bank.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Beneficiaries from "../beneficiaries/index.ts";
import { WithdrawalsUnavailable } from "./errors.ts";
import { withdrawalBegun, withdrawalRequested } from "./events.ts";
import { opening } from "./record.ts";
import type { NewWithdrawal, Requested, Withdrawal } from "./schema.ts";
import { withdrawalTold } from "./telling.ts";

/**
 * Withdrawals to bank accounts. The request holds the money and leaves an order for the bank, in one
 * transaction; `order.ts` hands it over, `follow.ts` does what the bank says of it.
 */

/** What SEPA credit transfers are of. */
const CURRENCY = "EUR";
/** The most that one carries (EPC rulebook, AT-T002), in cents. */
const MAX_MINOR = 99_999_999_999n;
/** Above this, sending money is confirmed (spec 1, section 8), in cents. */
const CONFIRMED_ABOVE_MINOR = 100_00n;

/** What the platform keeps of one that is booked, in cents. */
const feeMinor = (): bigint => BigInt(envInt("WITHDRAWAL_FEE_MINOR", 0));

/**
 * Asks for a withdrawal.
 * @param confirm has the caller confirm a new payee, or an amount above 100 EUR
 * @throws WITHDRAWALS_UNAVAILABLE, WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INVALID_REQUEST,
 *   BENEFICIARY_NOT_FOUND, BENEFICIARY_LIMIT_REACHED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   KYC_LIMIT_EXCEEDED, UNAUTHORIZED,
 *   CONTENTION, and what `confirm` throws
 */
export async function request(
  actor: LiveActor,
  wish: NewWithdrawal,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<Requested>,
): Promise<Requested> {
  const { wallet, amountMinor, payee } = await asked(actor, wish, async (leaving) => {
    try {
      await checkCovered(actor, leaving);
    } catch (error) {
      if (error instanceof SvcError) return Idempotency.refuse(error, claim);
      throw error;
    }
    await confirm();
  });
  return hold(
    actor,
    { wallet, amountMinor, payee, description: wish.description },
    { idempotency: claim, extraWrites: () => [Stamp.stillHolds(actor), ...payee.writes] },
  );
}

/**
 * What a request for a withdrawal, now or later, comes to.
 * @throws as `request`, but for what the account and its owner may do when the money is held
 */
export async function asked(
  actor: LiveActor,
  wish: Omit<NewWithdrawal, "description">,
  confirm: (leaving: { readonly from: AccountRef; readonly amount: bigint }) => Promise<void>,
): Promise<{ readonly wallet: AccountRef; readonly amountMinor: bigint; readonly payee: NewPayee }> {
  if (!Bank.isThere()) throw fail(WithdrawalsUnavailable);
  const wallet = walletOf(actor, wish);
  const amountMinor = amountOf("amount", wish.amount, 2);
  if (amountMinor > MAX_MINOR) throw tooMuch();
  const payee = await payeeOf(actor, wish);
  if (payee.writes.length > 0 || amountMinor > CONFIRMED_ABOVE_MINOR)
    await confirm({ from: wallet, amount: amountMinor + feeMinor() });
  return { wallet, amountMinor, payee };
}

function walletOf(
  actor: LiveActor,
  { accountId, currency }: Pick<NewWithdrawal, "accountId" | "currency">,
): AccountRef {
  const { ref, asset } = ownAccount(actor, accountId, currency);
  if (asset.symbol === CURRENCY) return ref;
  throw fail(CurrencyMismatch, {
    message: text(
      "Only euros go to bank accounts. Change this currency into euros first, by a swap.",
      "Seuls les euros vont vers des comptes bancaires. Changez d'abord cette devise en euros, par un échange.",
    ),
    details: { account: asset.symbol, currency: CURRENCY },
  });
}

const tooMuch = () =>
  fail(Money.InvalidAmount, {
    message: text(
      "A bank transfer carries at most 999999999.99 EUR.",
      "Un virement bancaire porte au plus 999999999.99 EUR.",
    ),
  });

/** Whom it is for. */
interface Payee {
  readonly id: string;
  readonly name: string;
  readonly iban: string;
}

/** With the writes that keep it, where it is new. */
interface NewPayee extends Payee {
  readonly writes: readonly Table.Write[];
}

async function payeeOf(
  actor: LiveActor,
  wish: Pick<NewWithdrawal, "beneficiaryId" | "iban" | "beneficiaryName">,
): Promise<NewPayee> {
  const { beneficiaryId, iban = "", beneficiaryName = "" } = wish;
  const known =
    beneficiaryId === undefined
      ? (await Beneficiaries.list(actor)).find((one) => one.iban === iban)
      : await Beneficiaries.fromId(actor, beneficiaryId);
  if (!isSepa(known?.iban ?? iban)) throw outsideSepa();
  if (known) return { ...known, name: beneficiaryName || known.name, writes: [] };
  const data = { name: beneficiaryName, iban };
  const { added, writes } = Beneficiaries.adding(actor, Ids.create("beneficiary"), data);
  return { ...added, writes };
}

const outsideSepa = () =>
  failFields(InvalidRequest, [
    {
      field: "iban",
      message: text(
        "must be of a bank in the SEPA area: no other can be paid from here",
        "doit être celui d'une banque de la zone SEPA : aucune autre ne peut être payée d'ici",
      ),
    },
  ]);

interface Order extends Pick<Withdrawal, "amountMinor" | "description"> {
  readonly wallet: AccountRef;
  readonly payee: Payee;
}

/** What goes into the transaction of a withdrawal. */
interface More {
  readonly idempotency?: Idempotency.Claim<Requested> | undefined;
  /** A refusal without a meaning is a ConditionFailed. */
  readonly extraWrites: (
    after: After,
    held: Pick<Withdrawal, "withdrawalId" | "feeMinor">,
  ) => readonly Table.Write[];
}

/**
 * Holds the money and leaves the order for the bank.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, CONTENTION, and what `more` says
 */
export function hold(
  { userId }: Pick<LiveActor, "userId">,
  { wallet, amountMinor, payee, description }: Order,
  more: More,
): Promise<Requested> {
  const fee = feeMinor();
  const withdrawalId = Ids.create("withdrawal");
  const holdId = Ids.create("hold");
  const all = amountMinor + fee;
  const amount = Money.format(amountMinor, 2);
  return Ledger.post<Requested>({
    type: "PAYOUT",
    postings: [
      { ...wallet, bucket: "available", amount: -all },
      { ...wallet, bucket: "held", amount: all },
    ],
    holds: [{ ...wallet, holdId, change: all }],
    initiator: wallet.account,
    spending: true,
    moving: { userId, direction: "out", cents: amountMinor },
    idempotency: more.idempotency,
    actorId: userId,
    reason: `withdrawal ${withdrawalId}`,
    reference: { kind: "withdrawal", id: withdrawalId },
    counterparties: new Map([[wallet.account, payee.name]]),
    events: ({ createdAt }) => [
      Outbox.write(withdrawalRequested, { userId, withdrawalId }),
      Outbox.write(withdrawalBegun, { userId, amount, asset: CURRENCY }),
      withdrawalTold("withdrawal.created", {
        ...{ userId, withdrawalId, amountMinor, feeMinor: fee, currency: CURRENCY, description, createdAt },
        reason: undefined,
      }),
    ],
    extraWrites: (after) => [
      ...more.extraWrites(after, { withdrawalId, feeMinor: fee }),
      ...opening({
        ...{ withdrawalId, userId, endToEndId: endToEndIdOf(withdrawalId), state: "requested" },
        ...{ amountMinor, feeMinor: fee, currency: CURRENCY, description, holdId },
        ...{ beneficiaryId: payee.id, name: payee.name, iban: payee.iban },
        ...{ entryId: after.entryId, availableAfter: after.balances(wallet.account).available },
        ...{ asked: 0, version: 1n, createdAt: after.createdAt, updatedAt: Clock.nowIso() },
      }),
    ],
    result: ({ entryId, balances }) => ({
      transactionId: lineId(entryId, CURRENCY),
      beneficiaryId: payee.id,
      amountMinor,
      feeMinor: fee,
      available: balances(wallet.account).available,
    }),
  });
}

/** Banks take letters, digits and a few signs: of our id what comes after its kind. */
const endToEndIdOf = (withdrawalId: string): string => withdrawalId.slice("wdr_".length).toUpperCase();
