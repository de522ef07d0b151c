import * as Clock from "../../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest, Unauthenticated } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { IdentityVerified } from "../errors.ts";
import { phoneEvent, phoneGivenUp } from "../events.ts";
import * as Kyc from "../kyc/index.ts";
import * as ChangeEmail from "../mail-links/change-email.ts";
import * as Names from "../names.ts";
import { phoneOf } from "../phones/number.ts";
import { assertVersion, freePhone, fromItem, hasProvenPhone, isAtVersion, type User } from "../user.ts";
import { type Items, itemsOf, type Profile, shown } from "./index.ts";
import { LEAST_AGE, MOST_AGE, type ProfileChange } from "./schema.ts";

/**
 * Changes the actor's profile, and requests another email address if one is given: its email confirms it.
 * @param confirm asks the owner to confirm a new address, and the loss of a proven number
 * @throws as `change` and `ChangeEmail.request`. If the address is rejected, nothing is changed
 */
export async function changeWithEmail(
  actor: UserActor,
  { email, ...given }: ProfileChange & { readonly email?: string | undefined },
  confirm: () => Promise<void>,
): Promise<Profile> {
  if (email !== undefined && email !== actor.email) {
    // Rejects invalid changes before the confirmation is used up and the email is sent.
    decide(actor, await normalized(given), await itemsOf(actor));
    await confirm();
    await ChangeEmail.request(actor, email);
  }
  return change(actor, given, confirm);
}

/**
 * Changes the given fields of the actor's profile. Equal values change nothing. A proven number is free once it is changed,
 * and the new one is not proven.
 * @param confirm asks the owner to confirm the loss of a proven number
 * @param also returns further writes of the transaction
 * @throws VERSION_CONFLICT, IDENTITY_VERIFIED, INVALID_REQUEST for an impossible phone or date of birth, UNAUTHORIZED after a
 *   change of the credentials, CONTENTION
 */
export async function change(
  actor: UserActor,
  given: ProfileChange,
  confirm: () => Promise<void>,
  also: Table.Also<Profile> = () => [],
): Promise<Profile> {
  const wanted = await normalized(given);
  return Table.change(
    () => itemsOf(actor),
    async (items) => {
      const decision = decide(actor, wanted, items, also);
      if (givesUpPhone(items, wanted)) await confirm();
      return decision;
    },
  );
}

/** Returns whether the account would lose its proven number. */
function givesUpPhone([item]: Items, { phone }: ProfileChange): boolean {
  const user = item && fromItem(item);
  return user !== undefined && hasProvenPhone(user) && phone !== undefined && phone !== user.phone;
}

/** Validates the fields, and normalizes the phone number. @throws INVALID_REQUEST */
async function normalized(given: ProfileChange): Promise<ProfileChange> {
  if (given.dateOfBirth) checkAge(given.dateOfBirth);
  return { ...given, ...(given.phone && { phone: await phoneOf(given.phone) }) };
}

function decide(
  actor: UserActor,
  { version, ...wanted }: ProfileChange,
  [item, standing]: Items,
  also: Table.Also<Profile> = () => [],
): Table.Decision<Profile> {
  const user = item && fromItem(item);
  if (!user || user.securityStamp !== actor.securityStamp) throw fail(Unauthenticated);
  assertVersion(version, user.version);
  const set = changesOf(user, wanted);
  if (Object.keys(set).length === 0) {
    const result = shown(item, standing);
    return { writes: also(result), result };
  }
  // A missing date of birth may be added: nothing that was verified changes.
  const isNewBirth = "dateOfBirth" in set && user.dateOfBirth === undefined;
  const isNamed = "name" in set || "firstName" in set || "lastName" in set;
  const isOfIdentity = isNamed || ("dateOfBirth" in set && !isNewBirth);
  if (isOfIdentity && Kyc.fromItem(user.userId, standing).status === "VALIDATED")
    throw fail(IdentityVerified);
  const isOtherPhone = "phone" in set;
  const after = {
    ...set,
    ...(isOtherPhone && { phoneVerified: undefined }),
    updatedAt: Clock.nowIso(),
    version: BigInt(user.version + 1),
  };
  const result = shown({ ...item, ...after }, standing);
  const writes: Table.Write[] = [
    ...also(result),
    {
      update: userProfile.key(user),
      set: after,
      where: Where.all(isAtVersion("version", user.version), Where.is({ securityStamp: user.securityStamp })),
    },
    ...(isOtherPhone ? givingUp(user) : []),
    // A verification may be under way.
    ...(isOfIdentity || isNewBirth ? [Kyc.stillAt(user.userId, standing)] : []),
  ];
  return { writes, result };
}

const givingUp = (user: User): Table.Write[] =>
  hasProvenPhone(user) ? [...freePhone(user), phoneEvent(phoneGivenUp, user.userId, user.phone ?? "")] : [];

type Wanted = Omit<ProfileChange, "version">;

/** Returns the attributes with another value. A removed one is undefined. */
function changesOf(user: User, wanted: Wanted): Readonly<Record<string, unknown>> {
  const others = Object.entries(wanted)
    .map(([field, value]) => [field, value ?? undefined] as const)
    .filter(([field]) => wanted[field as keyof Wanted] !== undefined)
    .filter(([field, value]) => !isSame(user[field as keyof Wanted], value));
  const set = Object.fromEntries(others);
  if (!("firstName" in set || "lastName" in set)) return set;
  const { firstName = user.firstName, lastName = user.lastName } = wanted;
  // Both parts are stored, so that neither is derived from the name.
  return { ...set, firstName, lastName, name: Names.nameOf({ firstName, lastName }) };
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;

/** @throws INVALID_REQUEST */
function checkAge(dateOfBirth: string): void {
  const today = Clock.nowIso().slice(0, 10);
  const birthday = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  if (dateOfBirth <= birthday(LEAST_AGE) && dateOfBirth > birthday(MOST_AGE + 1)) return;
  const message = text(
    `must be of somebody who is ${LEAST_AGE} to ${MOST_AGE} years old`,
    `doit être celle d'une personne de ${LEAST_AGE} à ${MOST_AGE} ans`,
  );
  throw failFields(InvalidRequest, [{ field: "dateOfBirth", message }]);
}
