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
export const payeeUserId = async (owner: Owner, beneficiaryId: string): Promise<string> =>
  userBehind(await storedFrom(owner, beneficiaryId));

/** Returns the user behind a stored beneficiary. @throws as `payeeUserId` */
export async function userBehind({
  payeeId,
  payeeOwnershipId,
}: Pick<Stored, "payeeId" | "payeeOwnershipId">): Promise<string> {
  if (payeeId === undefined)
    throw fail(BeneficiaryNotFound, {
      message: text(
        "This beneficiary is a bank account, not a person. Send the money by a withdrawal.",
        "Ce bénéficiaire est un compte bancaire, et non une personne. Envoyez l'argent par un retrait.",
      ),
    });
  await assertSameOwner(payeeId, payeeOwnershipId);
  return payeeId;
}

/** Asserts that the user behind a payee still owns the account. @throws RECIPIENT_UNKNOWN */
export async function assertSameOwner(payeeId: string, payeeOwnershipId: string | undefined): Promise<void> {
  const user = await Users.fromId(payeeId);
  if (user?.ownershipId !== payeeOwnershipId) throw fail(RecipientUnknown);
}
