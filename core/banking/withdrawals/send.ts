import { isLive, type UserActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, invalidField } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { walletKey } from "../../ledger/accounts.ts";
import { amountOf, postable } from "../../ledger/draft.ts";
import * as Bank from "../../platform/bank.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { worthInCents } from "../../policy/valuation.ts";
import { assertPayeeAllowedAfterReset } from "../../transfers/after-reset.ts";
import { ownAccount } from "../../transfers/outgoing.ts";
import { isAddressOf } from "../../wallets/address.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { BeneficiaryNotFound } from "../beneficiaries/errors.ts";
import * as Beneficiaries from "../beneficiaries/index.ts";
import { NotWithdrawable, WithdrawalsUnavailable } from "./errors.ts";
import { feeOf, hold, holdReads } from "./hold.ts";
import { chains, type Destination, type Payee, type Withdrawal, type WithdrawalRequest } from "./schema.ts";
import { CURRENCY, centsOf } from "./sepa.ts";

/**
 * Withdrawals that programs request, of every asset that the bank pays out, in live mode and in sandboxes. The signature
 * of the request confirms it. The IBAN does not become a beneficiary, because apps pay those without a confirmation.
 */

/**
 * Requests a withdrawal.
 * @throws WALLET_NOT_FOUND, ASSET_NOT_WITHDRAWABLE, INVALID_AMOUNT, INVALID_REQUEST, BENEFICIARY_NOT_FOUND,
 *   WITHDRAWALS_UNAVAILABLE, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, UNAUTHORIZED, CONTENTION, PRICES_STALE,
 *   STEP_UP_REQUIRED after a reset of the credentials
 */
export async function send(
  actor: UserActor,
  { walletId, amount, destination, description }: WithdrawalRequest,
  claim?: Idempotency.Claim<Withdrawal>,
): Promise<Withdrawal> {
  const { ref: wallet, asset } = ownAccount(actor, walletId);
  if (!(await Table.get(walletKey(wallet)))) throw fail(WalletNotFound);
  const amountMinor = unitsOf(asset, amount);
  const payee = await payeeOf(actor, asset, destination);
  // A saved beneficiary counts as new, because the session that saved it may have been a thief's.
  assertPayeeAllowedAfterReset(actor, undefined);
  if (isLive(actor) && !Bank.isConfigured()) throw fail(WithdrawalsUnavailable);
  const cents = isLive(actor) ? await worthInCents(asset, amountMinor) : 0n;
  return hold(
    actor,
    { wallet, amountMinor, payee, description, cents },
    { idempotency: claim, extraWrites: () => [Stamp.assertUnchanged(actor)], result: (one) => one },
  );
}

/** Returns the reads of `send`, for handlers that prefetch them. @throws WALLET_NOT_FOUND */
export function sendReads(
  owner: Owner,
  { walletId, destination }: Pick<WithdrawalRequest, "walletId" | "destination">,
): Table.Reads {
  const { keys = [] } = holdReads(owner, ownAccount(owner, walletId).ref);
  const payee =
    destination.type === "beneficiary" ? Beneficiaries.readsOf(owner, destination.beneficiary) : {};
  return { keys: [...keys, ...(payee.keys ?? [])] };
}

const isOnChain = ({ network }: Assets.Asset): boolean => chains.some((chain) => chain === network);

/** The minimal amount of a network: a smaller output costs more to spend than its value (Bitcoin Core). */
const MINIMUM: Readonly<Record<string, bigint>> = { BTC: 546n };

function unitsOf(asset: Assets.Asset, amount: string): bigint {
  const { symbol, decimals } = asset;
  if (symbol === CURRENCY) return centsOf("amount", amount);
  if (!isOnChain(asset)) {
    const withdrawable = Assets.list().filter((one) => one.symbol === CURRENCY || isOnChain(one));
    throw fail(NotWithdrawable, {
      details: { asset: symbol, withdrawable: withdrawable.map((one) => one.symbol) },
    });
  }
  const units = amountOf("amount", amount, decimals);
  const minimum = MINIMUM[symbol] ?? 0n;
  return Money.inField("amount", () => {
    postable(units + feeOf(symbol));
    if (units >= minimum) return units;
    const sum = `${Money.format(minimum, decimals)} ${symbol}`;
    throw fail(Money.InvalidAmount, {
      message: text(
        `The network requires an amount of at least ${sum}.`,
        `Le réseau exige un montant d'au moins ${sum}.`,
      ),
    });
  });
}

async function payeeOf(actor: UserActor, asset: Assets.Asset, to: Destination): Promise<Payee> {
  const isBank = asset.symbol === CURRENCY;
  if (isBank !== (to.type !== "address")) throw wrongTypeError(asset, isBank);
  if (to.type === "address") return payeeOfAddress(actor, asset, to);
  if (to.type === "iban") {
    Beneficiaries.checkSepa("destination.iban", to.iban);
    return { name: to.name, iban: to.iban };
  }
  // A sandbox cannot use the beneficiaries of live mode.
  if (!isLive(actor)) throw fail(BeneficiaryNotFound);
  const { id: beneficiaryId, name, iban } = await Beneficiaries.bankAccountFromId(actor, to.beneficiary);
  Beneficiaries.checkSepa("destination.beneficiary", iban);
  return { beneficiaryId, name, iban };
}

const wrongTypeError = ({ symbol, network }: Assets.Asset, isBank: boolean) =>
  invalidField(
    "destination.type",
    isBank
      ? text(
          `must be iban or beneficiary, because ${symbol} is paid to bank accounts`,
          `doit être iban ou beneficiary, car ${symbol} est versé sur des comptes bancaires`,
        )
      : text(
          `must be address, because ${symbol} is sent to an address of the network ${network}`,
          `doit être address, car ${symbol} est envoyé à une adresse du réseau ${network}`,
        ),
  );

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** @throws INVALID_REQUEST with the field, and the required network */
function payeeOfAddress(
  actor: UserActor,
  { symbol, network }: Assets.Asset,
  { network: named, address }: Extract<Destination, { readonly type: "address" }>,
): Payee {
  if (named !== network)
    throw invalidField(
      "destination.network",
      text(
        `must be ${network}, the only network of ${symbol}`,
        `doit être ${network}, le seul réseau de ${symbol}`,
      ),
    );
  const net = isLive(actor) ? "main" : "test";
  if (!isAddressOf(network, address, net))
    throw invalidField(
      "destination.address",
      network === "bitcoin" && net === "test"
        ? text(
            "must be an address of Bitcoin's test network, tb1…, m…, n… or 2…, with a valid checksum, because the request uses a test key",
            "doit être une adresse du réseau de test de Bitcoin, tb1…, m…, n… ou 2…, avec une somme de contrôle valide, car la requête utilise une clé de test",
          )
        : text(
            `must be an address of the network ${network}, with a valid checksum: check for a typing error`,
            `doit être une adresse du réseau ${network}, avec une somme de contrôle valide : vérifiez qu'il n'y a pas de faute de frappe`,
          ),
    );
  if (address === ZERO_ADDRESS)
    throw invalidField(
      "destination.address",
      text(
        "must not be the zero address, because money sent to it is lost",
        "ne doit pas être l'adresse zéro, car l'argent envoyé à cette adresse est perdu",
      ),
    );
  return { name: address, address };
}
