import type { LiveActor } from "../../identity/actor.ts";
import { publicName } from "../../identity/profile/public-name.ts";
import { STEP_UP_ABOVE_EUR } from "../../identity/schema.ts";
import * as Users from "../../identity/users.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, invalidField } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { accountOf, parseWalletId, walletId } from "../../ledger/accounts.ts";
import { amountOf } from "../../ledger/draft.ts";
import { SameAccount } from "../../ledger/errors.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { assertAllowedAfterReset } from "../../transfers/after-reset.ts";
import { RecipientUnknown } from "../../transfers/errors.ts";
import {
  isWorthMore,
  type Outgoing,
  ownAccount,
  parseOutgoing,
  sendWithinAllowance,
} from "../../transfers/outgoing.ts";
import { splitReads } from "../../transfers/prefetch.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { pay } from "../made/index.ts";
import type { CompletedPayment } from "../made/schema.ts";
import * as Merchants from "../merchants/index.ts";
import { findPayee } from "../payments/parties.ts";
import { paymentCode } from "./entity.ts";
import { QrAlreadyUsed, QrInvalid } from "./errors.ts";
import * as Token from "./index.ts";
import type { Code } from "./schema.ts";

interface Scan {
  readonly payload: string;
  /** For a code without an amount: in whole units, a decimal string, or a JSON number as written. */
  readonly amount?: string | number | undefined;
  readonly accountId: string;
}

export interface ScanResult extends CompletedPayment {
  /** The name that other users see; null if the merchant no longer exists. */
  readonly recipient: { readonly name: string | null };
}

/**
 * Pays a code from one of the actor's accounts. A code for one payment is used up in the transaction that moves the
 * money, so that parallel scans pay once.
 * @throws WALLET_NOT_FOUND, QR_INVALID, QR_EXPIRED, QR_ALREADY_USED, SAME_ACCOUNT, INVALID_REQUEST, INVALID_AMOUNT,
 *   RECIPIENT_UNKNOWN; as `pay`; the errors of `confirm`
 */
export async function scan(
  actor: LiveActor,
  { payload, amount: written, accountId }: Scan,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<ScanResult>,
): Promise<ScanResult> {
  if (parseWalletId(accountId)?.userId !== actor.userId) throw fail(WalletNotFound);
  const code = await readCode(actor, payload);
  if (code.paymentId !== undefined) throw fail(QrAlreadyUsed);
  const amount = amountOfCode(code, written);
  const recipient = await readRecipient(code);
  const outgoing = parseOutgoing(actor, { accountId, amount, currency: code.asset });
  // Before the proof, so that no rejected payment uses up a code.
  if (await isWorthMore(outgoing, STEP_UP_ABOVE_EUR)) await assertPayable(actor, code, outgoing);
  const { userId, merchantId, asset, description } = code;
  const to = merchantId === undefined ? { accountId: walletId(actor.mode, userId, asset) } : { merchantId };
  const extraWrites = (paymentId: string) => useWrites(code, paymentId);
  return sendWithinAllowance(actor, outgoing, confirm, (sum) =>
    pay(
      actor,
      { outgoing: sum, description, to },
      { method: "qr", extraWrites, responseFields: { recipient } },
      claim,
    ),
  );
}

/** Returns the inputs of `scan` about the code and the payer, for handlers that read them ahead. */
export async function scanReads(owner: Owner, { payload, accountId }: Scan): Promise<Table.Reads> {
  const [{ jti: qrId }, { keys = [] }] = [await Token.verifyToken(payload), splitReads(owner, accountId)];
  return { keys: [paymentCode.key({ qrId }), ...keys] };
}

/**
 * Checks that a code can be paid now. The payment checks again.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY
 */
async function assertPayable(
  actor: LiveActor,
  { merchantId, asset }: Code,
  { assertCovered }: Outgoing,
): Promise<void> {
  if (merchantId !== undefined) await findPayee(actor, merchantId, asset.toLowerCase());
  await assertCovered();
}

/** The request of a code, shown before the payment. */
export interface Preview extends Pick<ScanResult, "recipient"> {
  readonly currency: string;
  /** In whole units; undefined if neither the code nor the payer states it. */
  readonly amount: string | undefined;
  readonly description: string;
}

/**
 * Shows the payment of a code, without moving or storing anything.
 * @throws QR_INVALID, QR_EXPIRED, QR_ALREADY_USED, SAME_ACCOUNT, INVALID_REQUEST, INVALID_AMOUNT, WALLET_NOT_FOUND,
 *   CURRENCY_MISMATCH, RECIPIENT_UNKNOWN, STEP_UP_REQUIRED for a new recipient after a reset of the credentials
 */
export async function preview(
  actor: LiveActor,
  { payload, amount: written, accountId }: Scan,
): Promise<Preview> {
  const code = await readCode(actor, payload);
  if (code.paymentId !== undefined) throw fail(QrAlreadyUsed);
  const { ref } = ownAccount(actor, accountId, code.asset);
  await assertAllowedAfterReset(actor, ref, [
    accountOf({ mode: actor.mode, userId: code.userId }, code.asset),
  ]);
  const isOpen = code.amount === undefined && written === undefined;
  return {
    currency: code.asset,
    amount: isOpen ? undefined : amountOfCode(code, written),
    description: code.description,
    recipient: await readRecipient(code),
  };
}

/** @throws QR_INVALID, QR_EXPIRED, SAME_ACCOUNT */
async function readCode({ userId }: LiveActor, payload: string): Promise<Code> {
  const { jti: qrId } = await Token.verifyToken(payload);
  const code = await Table.find(paymentCode, { qrId });
  if (!code) throw fail(QrInvalid);
  if (code.userId === userId) throw fail(SameAccount);
  return code;
}

/** Returns the amount of the code, or of its payer. @throws INVALID_REQUEST, INVALID_AMOUNT */
function amountOfCode({ amount, asset }: Code, written: string | number | undefined): string {
  const { decimals } = Assets.get(asset);
  const given = written === undefined ? undefined : amountOf("amount", written, decimals);
  const units = amount ?? given;
  if (units === undefined)
    throw rejectAmount(
      text("is required: the code has no amount", "doit être indiqué : le code n'a pas de montant"),
    );
  const requested = Money.format(units, decimals);
  if (given !== undefined && given !== units)
    throw rejectAmount(
      text(`must be ${requested}, the amount of the code`, `doit être ${requested}, le montant du code`),
    );
  return requested;
}

const rejectAmount = (message: ReturnType<typeof text>) => invalidField("amount", message);

/** Returns the write that uses up a code, unless it is reusable. */
const useWrites = ({ qrId, reusable }: Code, paymentId: string): Table.Write[] =>
  reusable
    ? []
    : [
        {
          update: paymentCode.key({ qrId }),
          set: { paymentId },
          where: Where.all(Where.exists, Where.lacks("paymentId")),
          onConditionFailed: () => fail(QrAlreadyUsed),
        },
      ];

/** Returns the recipient's name. @throws RECIPIENT_UNKNOWN if the account is erased, has a new owner or, without a merchant, is blocked */
async function readRecipient({ userId, ownershipId, merchantId }: Code): Promise<ScanResult["recipient"]> {
  const [user, merchant] = await Promise.all([
    Users.fromId(userId),
    merchantId === undefined ? undefined : Merchants.find(merchantId),
  ]);
  if (user?.ownershipId !== ownershipId) throw fail(RecipientUnknown);
  if (merchantId !== undefined) return { name: merchant?.businessName ?? null };
  if (user.blocked) throw fail(RecipientUnknown);
  return { name: await publicName(user) };
}
