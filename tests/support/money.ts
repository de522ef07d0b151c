import type { UserActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
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

export async function findActor(userId: string): Promise<UserActor> {
  const user = await Users.fromId(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return onWeb(user);
}
