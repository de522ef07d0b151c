import type { StaffActor } from "../identity/actor.ts";
import { isGone } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import { fail } from "../kernel/errors.ts";
import { NothingToAssign, RecipientNotFound, TransferAssigned, TransferNotFound } from "./errors.ts";
import type { Transfer } from "./schema.ts";
import { withOwner } from "./transfer-state.ts";
import * as Transfers from "./transfers.ts";

/**
 * The bank (spec 3, section 6.2): accounts, consents and transfers, as its events say (`webhooks.ts`) and the
 * staff assigns them.
 */

/**
 * Assigns a transfer that came for nobody: what `suspense` has of it goes to the user's wallet, which is
 * opened where it is missing; a debit is taken from it. What is only announced is booked to the user later.
 * Assigning it again changes nothing.
 * @param transactionId the bank's
 * @throws BANK_TRANSFER_NOT_FOUND, RECIPIENT_NOT_FOUND, BANK_TRANSFER_ASSIGNED, NOTHING_TO_ASSIGN,
 * CONTENTION, and as `Ledger.post`
 */
export async function assign(actor: StaffActor, transactionId: string, userId: string): Promise<Transfer> {
  const owner = await Users.fromId(userId);
  if (!owner || isGone(owner)) throw fail(RecipientNotFound);
  const changed = Transfers.change(transactionId, actor.userId, (before) => {
    if (!before) throw fail(TransferNotFound);
    if (before.userId === userId) return undefined;
    if (before.userId !== undefined) throw fail(TransferAssigned);
    if (before.state === "rejected" || before.state === "refused") throw fail(NothingToAssign);
    return withOwner({ ...before, assignedBy: actor.userId }, userId);
  });
  const transfer = await changed.catch((error: unknown) => {
    throw error instanceof Transfers.OwnerErased ? fail(RecipientNotFound) : error;
  });
  if (!transfer) throw fail(TransferNotFound);
  return transfer;
}
