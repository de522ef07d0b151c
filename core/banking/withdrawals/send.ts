import { isLive, type UserActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, failFields, InvalidRequest } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { walletKey } from "../../ledger/accounts.ts";
import { amountOf, postable } from "../../ledger/draft.ts";
import * as Bank from "../../platform/bank.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { worthInCents } from "../../policy/valuation.ts";
import { ownAccount } from "../../transfers/outgoing.ts";
import { isAddressOf } from "../../wallets/address.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { BeneficiaryNotFound } from "../beneficiaries/errors.ts";
import * as Beneficiaries from "../beneficiaries/index.ts";
import { NotWithdrawable, WithdrawalsUnavailable } from "./errors.ts";
import { feeOf, hold, holdReads } from "./hold.ts";
import { chains, type Destination, type Payee, type Sending, type Withdrawal } from "./schema.ts";
import { CURRENCY, centsOf, checkSepa } from "./sepa.ts";

/**
 * Withdrawals as programs request them: of every asset that the bank pays out, in each ledger. The signature of the
 * request confirms it. The IBAN does not become a beneficiary, since apps pay those without a confirmation.
 */

/**
 * Requests a withdrawal.
 * @throws WALLET_NOT_FOUND, ASSET_NOT_WITHDRAWABLE, INVALID_AMOUNT, INVALID_REQUEST, BENEFICIARY_NOT_FOUND,
 *   WITHDRAWALS_UNAVAILABLE, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, UNAUTHORIZED, CONTENTION, PRICES_STALE
 */
export async function send(
  actor: UserActor,
  { walletId, amount, destination, description }: Sending,
  claim?: Idempotency.Claim<Withdrawal>,
): Promise<Withdrawal> {
  const { ref: wallet, asset } = ownAccount(actor, walletId);
  if (!(await Table.get(walletKey(wallet)))) throw fail(WalletNotFound);
  const amountMinor = unitsOf(asset, amount);
  const payee = await payeeOf(actor, asset, destination);
  if (isLive(actor) && !Bank.isConfigured()) throw fail(WithdrawalsUnavailable);
  const cents = isLive(actor) ? await worthInCents(asset, amountMinor) : 0n;
  return hold(
    actor,
    { wallet, amountMinor, payee, description, cents },
    { idempotency: claim, extraWrites: () => [Stamp.stillHolds(actor)], result: (one) => one },
  );
}

/** Returns the inputs of `send`, for handlers that read them ahead. @throws WALLET_NOT_FOUND */
export function sendReads(
  owner: Owner,
  { walletId, destination }: Pick<Sending, "walletId" | "destination">,
): Table.Reads {
  const { keys = [] } = holdReads(owner, ownAccount(owner, walletId).ref);
  const payee =
    destination.type === "beneficiary" ? Beneficiaries.readsOf(owner, destination.beneficiary) : {};
  return { keys: [...keys, ...(payee.keys ?? [])] };
}

const isCarried = ({ network }: Assets.Asset): boolean => chains.some((chain) => chain === network);

/** The least amount that the network carries: a smaller output costs more to spend than its value (Bitcoin Core). */
const LEAST: Readonly<Record<string, bigint>> = { BTC: 546n };

function unitsOf(asset: Assets.Asset, amount: string): bigint {
  const { symbol, decimals } = asset;
  if (symbol === CURRENCY) return centsOf("amount", amount);
  if (!isCarried(asset)) {
    const withdrawable = Assets.list().filter((one) => one.symbol === CURRENCY || isCarried(one));
    throw fail(NotWithdrawable, {
      details: { asset: symbol, withdrawable: withdrawable.map((one) => one.symbol) },
    });
  }
  const units = amountOf("amount", amount, decimals);
  const least = LEAST[symbol] ?? 0n;
  return Money.inField("amount", () => {
    postable(units + feeOf(symbol));
    if (units >= least) return units;
    const shown = `${Money.format(least, decimals)} ${symbol}`;
    throw fail(Money.InvalidAmount, {
      message: text(
        `The network carries nothing below ${shown}.`,
        `Le réseau ne porte rien en dessous de ${shown}.`,
      ),
    });
  });
}

async function payeeOf(actor: UserActor, asset: Assets.Asset, to: Destination): Promise<Payee> {
  const isBank = asset.symbol === CURRENCY;
  if (isBank !== (to.type !== "address")) throw otherType(asset, isBank);
  if (to.type === "address") return payeeOfAddress(actor, asset, to);
  if (to.type === "iban") {
    checkSepa("destination.iban", to.iban);
    return { name: to.name, iban: to.iban };
  }
  // A sandbox does not see the beneficiaries of live money.
  if (!isLive(actor)) throw fail(BeneficiaryNotFound);
  const { id: beneficiaryId, name, iban } = await Beneficiaries.fromId(actor, to.beneficiary);
  checkSepa("destination.beneficiary", iban);
  return { beneficiaryId, name, iban };
}

const wrong = (field: string, message: Text) => failFields(InvalidRequest, [{ field, message }]);

const otherType = ({ symbol, network }: Assets.Asset, isBank: boolean) =>
  wrong(
    "destination.type",
    isBank
      ? text(
          `must be iban or beneficiary: ${symbol} goes to bank accounts`,
          `doit être iban ou beneficiary : ${symbol} va vers des comptes bancaires`,
        )
      : text(
          `must be address: ${symbol} goes to an address of the network ${network}`,
          `doit être address : ${symbol} va vers une adresse du réseau ${network}`,
        ),
  );

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** @throws INVALID_REQUEST with the field, and the network that the address must be of */
function payeeOfAddress(
  actor: UserActor,
  { symbol, network }: Assets.Asset,
  { network: named, address }: Extract<Destination, { readonly type: "address" }>,
): Payee {
  if (named !== network)
    throw wrong(
      "destination.network",
      text(
        `must be ${network}: ${symbol} is on that network alone`,
        `doit être ${network} : ${symbol} n'est que sur ce réseau`,
      ),
    );
  const net = isLive(actor) ? "main" : "test";
  if (!isAddressOf(network, address, net))
    throw wrong(
      "destination.address",
      network === "bitcoin" && net === "test"
        ? text(
            "must be an address of Bitcoin's test network, tb1…, m…, n… or 2…, with its checksum: a test key sends to no other",
            "doit être une adresse du réseau de test de Bitcoin, tb1…, m…, n… ou 2…, avec sa somme de contrôle : une clé de test n'envoie à aucune autre",
          )
        : text(
            `must be an address of the network ${network}, with its checksum: look for a mistyped character`,
            `doit être une adresse du réseau ${network}, avec sa somme de contrôle : cherchez un caractère mal saisi`,
          ),
    );
  if (address === ZERO_ADDRESS)
    throw wrong(
      "destination.address",
      text(
        "must be somebody's: what is sent to the zero address is lost",
        "doit être à quelqu'un : ce qui est envoyé à l'adresse zéro est perdu",
      ),
    );
  return { name: address, address };
}
