import { isLive, type UserActor } from "../identity/actor.ts";
import { env } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { sandboxIbanOf } from "../ledger/iban.ts";
import { bitcoinAddress, ethereumAddress } from "./chain-address.ts";
import { DepositsUnavailable, NoDepositAddress, WalletNotFound } from "./errors.ts";
import { owned } from "./owned.ts";
import type { Wallet } from "./schema.ts";

/** Where a wallet is paid in from outside: an IBAN, or an address of its asset's network. */

/**
 * The address of one of the actor's wallets.
 * @throws WALLET_NOT_FOUND, NO_DEPOSIT_ADDRESS, DEPOSITS_UNAVAILABLE without a bank's range or a custodian's key
 */
export async function depositAddress(
  actor: UserActor,
  id: string,
): Promise<{ readonly wallet: Wallet; readonly address: string }> {
  const wallet = (await owned(actor)).find((one) => one.id === id);
  if (!wallet) throw fail(WalletNotFound);
  return { wallet, address: addressOf(wallet, isLive(actor)) };
}

function addressOf({ id, asset: { network }, iban: own }: Wallet, live: boolean): string {
  if (network === "ach") throw fail(NoDepositAddress);
  if (network === "sepa") {
    // The one that it was opened with: what is sent to another one is nobody's.
    const iban = live ? own : sandboxIbanOf(id);
    if (iban === undefined) throw fail(DepositsUnavailable);
    return iban;
  }
  const xpub = env("CUSTODY_XPUB", "");
  if (xpub === "") throw fail(DepositsUnavailable);
  return network === "bitcoin" ? bitcoinAddress(xpub, id, live ? "bc" : "tb") : ethereumAddress(xpub, id);
}
