import type { UserActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { systemRef, walletId, walletRef } from "../../core/ledger/accounts.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Debts from "../../core/policy/debts.ts";
import * as Policy from "../../core/policy/index.ts";
import { ensure } from "../../core/wallets/opening.ts";
import { onWeb } from "./identity.ts";
import { deposit } from "./ledger.ts";

/** Deposits an amount, in base units, for a user. Opens the account if it does not exist. @returns the account's id */
export async function fundAccount(userId: string, asset: string, amount: bigint): Promise<string> {
  await ensure({ userId }, asset);
  const id = walletId("live", userId, asset);
  if (amount > 0n) await deposit(walletRef(id), amount);
  return id;
}

/** Creates a user's debt, in cents, as the bank does that takes back spent money. @param wallet the id of the euro wallet */
export const createDebt = (wallet: string, cents: bigint): Promise<void> =>
  Policy.post({
    type: "WITHDRAWAL",
    postings: Ledger.move(
      systemRef("live", "receivable", "EUR"),
      systemRef("live", "clearing:bank", "EUR"),
      cents,
    ),
    actorId: "bank",
    reason: "taken back when it had been spent",
    extraWrites: Debts.debtWrites(walletRef(wallet), cents),
    result: () => undefined,
  });

export async function findActor(userId: string): Promise<UserActor> {
  const user = await Users.fromId(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return onWeb(user);
}
