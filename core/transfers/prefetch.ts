import { claimKey } from "../identity/phones/number.ts";
import * as People from "../identity/sandboxes/people.ts";
import type { Owner } from "../kernel/mode.ts";
import { parseWalletId, walletRef } from "../ledger/accounts.ts";
import type { AccountRef } from "../ledger/schema.ts";
import type * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { ownAccount } from "./outgoing.ts";
import type { NewTransfer, Recipient } from "./schema.ts";

/** The inputs that transfers read ahead. No result depends on the recipient before the sender's balance is checked. */

/** Returns the inputs of `send`: a recipient's account, or for an address its owner. */
export function sendReads(
  owner: Owner,
  { fromAccountId, currency, ...to }: Omit<NewTransfer, "amount" | "description">,
): Table.Reads {
  const { ref: from } = ownAccount(owner, fromAccountId, currency);
  const named = parseWalletId(to.toAccountId ?? "");
  const receiver = named && named.mode === owner.mode ? walletRef(to.toAccountId ?? "") : undefined;
  const { keys = [] } = Policy.readsOf(
    needsOf(owner, from, receiver?.asset === from.asset ? [receiver] : []),
  );
  return { keys: [...keys, ...recipientKeys(owner, to, named?.userId)] };
}

/** Returns the sender's inputs of `sendSplit`. */
export const splitReads = (owner: Owner, fromAccountId: string): Table.Reads =>
  Policy.readsOf(needsOf(owner, ownAccount(owner, fromAccountId).ref, []));

const needsOf = ({ userId, mode }: Owner, from: AccountRef, opens: readonly AccountRef[]): Policy.Needs => ({
  initiator: from.account,
  opens,
  rejectIfInDebt: true,
  payDebtsFirst: true,
  kycMovement: mode === "live" ? { userId, direction: "out", cents: 0n } : undefined,
});

const recipientKeys = (
  { mode }: Owner,
  { toEmail, toPhone }: Recipient,
  userId: string | undefined,
): Table.Key[] => [
  ...People.keysOf(mode, { userId, email: toEmail }),
  ...(toPhone !== undefined && mode === "live" ? [claimKey(toPhone)] : []),
];
