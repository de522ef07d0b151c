import type { UserActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import { assertVersion } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { pick } from "../../kernel/fields.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { SameAccount } from "../../ledger/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { RecipientUnknown } from "../../transfers/errors.ts";
import { findRecipientUser } from "../../transfers/recipient.ts";
import type { Recipient } from "../../transfers/schema.ts";
import { checkSepa, fromId, isAtVersion, list, type PersonData, prepareAdd, removeWrites } from "./index.ts";
import type { Beneficiary } from "./schema.ts";
import { keyOf, type Owner } from "./stored.ts";

/** The routes of a user's payees. Separate, because the withdrawals' functions need none of it. */

/** Returns a page of the owner's beneficiaries, newest first. @param after the last id of the previous page */
export async function page(
  owner: Owner,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) {
  // A user has at most a hundred, which are one read.
  const all = (await list(owner)).reverse().filter(({ id }) => after === undefined || id < after);
  const beneficiaries = all.slice(0, limit);
  return { beneficiaries, next: all.length > limit ? beneficiaries.at(-1)?.id : undefined };
}

/** A payee in a request: a bank account, or a person by an account's id, a verified address or a verified number. */
export type NewPayee = { readonly name: string } & (
  | { readonly iban: string; readonly to?: never }
  | { readonly iban?: never; readonly to: Recipient }
);

/**
 * Adds a payee under a new id.
 * @throws INVALID_REQUEST for an IBAN outside the SEPA area, RECIPIENT_UNKNOWN, SAME_ACCOUNT for the actor,
 *   RATE_LIMITED, BENEFICIARY_LIMIT_REACHED, UNAUTHORIZED
 */
export async function addPayee(
  actor: UserActor,
  { name, iban, to }: NewPayee,
  claim?: Idempotency.Claim<Beneficiary>,
): Promise<Beneficiary> {
  if (iban !== undefined) checkSepa("iban", iban);
  const data = iban === undefined ? { name, ...(await findPayee(actor, to)) } : { name, iban };
  const { added, writes } = prepareAdd(actor, Ids.create("beneficiary"), data);
  await Table.commit([...Idempotency.recordWrites(claim, added), Stamp.assertUnchanged(actor), ...writes]);
  return added;
}

async function findPayee(actor: UserActor, to: Recipient): Promise<PersonData> {
  const { userId } = await findRecipientUser(actor, to);
  if (userId === actor.userId) throw fail(SameAccount);
  const user = await Users.fromId(userId);
  if (!user) throw fail(RecipientUnknown);
  return { payeeId: userId, payeeOwnershipId: user.ownershipId };
}

/**
 * Renames a beneficiary.
 * @param version the version that the client has read; without one, the last change wins
 * @throws VERSION_CONFLICT, BENEFICIARY_NOT_FOUND, UNAUTHORIZED, CONTENTION
 */
export const rename = (
  actor: UserActor,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  name: string,
): Promise<Beneficiary> =>
  Table.change(
    () => fromId(actor, id),
    (before) => {
      assertVersion(version, before.version);
      const after = { ...before, name, version: before.version + 1, updatedAt: Clock.nowIso() };
      const writes: Table.Write[] = [
        Stamp.assertUnchanged(actor),
        {
          update: keyOf(actor, id),
          set: pick(after, "name", "version", "updatedAt"),
          where: isAtVersion(before.version, actor),
        },
      ];
      return { writes, result: after };
    },
  );

/** Deletes a beneficiary in any version. @throws BENEFICIARY_NOT_FOUND, UNAUTHORIZED, CONTENTION */
export const removeAny = (actor: UserActor, id: string): Promise<Beneficiary> =>
  Table.change(
    () => fromId(actor, id),
    (before) => ({ writes: [Stamp.assertUnchanged(actor), ...removeWrites(actor, before)], result: before }),
  );
