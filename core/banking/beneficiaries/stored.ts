import type { UserActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import { RecipientUnknown } from "../../transfers/errors.ts";
import { beneficiary } from "./entity.ts";
import { BeneficiaryNotFound } from "./errors.ts";

/** Beneficiaries as stored, and the users behind them. Separate, because transfers need nothing else. */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

export type Stored = ReturnType<typeof beneficiary.parse>;

/** Returns the key that `fromId` and `payeeUserId` read first, for handlers that prefetch it. */
export const keyOf = ({ userId }: Pick<Owner, "userId">, beneficiaryId: string): Table.Key =>
  beneficiary.key({ userId, beneficiaryId });

/** @throws BENEFICIARY_NOT_FOUND, also for a former owner's */
export async function storedFrom(owner: Owner, beneficiaryId: string): Promise<Stored> {
  const item = await Table.get(keyOf(owner, beneficiaryId));
  const stored = item && beneficiary.parse(item);
  if (stored?.ownershipId !== owner.ownershipId) throw fail(BeneficiaryNotFound);
  return stored;
}

/**
 * Returns the user behind one of the owner's beneficiaries.
 * @throws BENEFICIARY_NOT_FOUND, also for a bank account; RECIPIENT_UNKNOWN if the account has another owner now
 */
export async function payeeUserId(owner: Owner, beneficiaryId: string): Promise<string> {
  const { payeeId, payeeOwnershipId } = await storedFrom(owner, beneficiaryId);
  if (payeeId === undefined)
    throw fail(BeneficiaryNotFound, {
      message: text(
        "This beneficiary is a bank account, not a person. Send the money by a withdrawal.",
        "Ce bénéficiaire est un compte bancaire, et non une personne. Envoyez l'argent par un retrait.",
      ),
    });
  const user = await Users.fromId(payeeId);
  if (user?.ownershipId !== payeeOwnershipId) throw fail(RecipientUnknown);
  return payeeId;
}
