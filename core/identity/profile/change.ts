import * as Clock from "../../kernel/clock/index.ts";
import { fail, invalidField, Unauthenticated } from "../../kernel/errors.ts";
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
import { parsePhone } from "../phones/number.ts";
import {
  assertVersion,
  fromItem,
  hasProvenPhone,
  isAtVersion,
  phoneReleaseWrites,
  type User,
} from "../user.ts";
import { type Profile, type ProfileItems, readItems, toProfile } from "./index.ts";
import { MAX_AGE, MIN_AGE, type ProfileChange } from "./schema.ts";

/**
 * Changes the actor's profile. Requests a change of the email address if a new one is given; the link in its email confirms it.
 * @param confirm asks the owner to confirm a new address, or the loss of a proven number
 * @throws the errors of `change` and `ChangeEmail.request`. A rejected address leaves the profile unchanged
 */
export async function changeWithEmail(
  actor: UserActor,
  { email, ...given }: ProfileChange & { readonly email?: string | undefined },
  confirm: () => Promise<void>,
): Promise<Profile> {
  if (email !== undefined && email !== actor.email) {
    // Rejects invalid changes before the confirmation is used up and the email is sent.
    decide(actor, await normalize(given), await readItems(actor));
    await confirm();
    await ChangeEmail.request(actor, email);
  }
  return change(actor, given, confirm);
}

/**
 * Changes the given fields of the actor's profile. Equal values change nothing. A change of a proven number releases it; the new
 * number is not proven.
 * @param confirm asks the owner to confirm the loss of a proven number
 * @param also returns further writes of the transaction
 * @throws VERSION_CONFLICT, IDENTITY_VERIFIED, INVALID_REQUEST for an invalid phone or date of birth, UNAUTHORIZED after a change
 *   of the credentials, CONTENTION
 */
export async function change(
  actor: UserActor,
  given: ProfileChange,
  confirm: () => Promise<void>,
  also: Table.Also<Profile> = () => [],
): Promise<Profile> {
  const wanted = await normalize(given);
  return Table.change(
    () => readItems(actor),
    async (items) => {
      const decision = decide(actor, wanted, items, also);
      if (losesPhone(items, wanted)) await confirm();
      return decision;
    },
  );
}

/** Returns whether a change removes the account's proven number. */
function losesPhone([item]: ProfileItems, { phone }: ProfileChange): boolean {
  const user = item && fromItem(item);
  return user !== undefined && hasProvenPhone(user) && phone !== undefined && phone !== user.phone;
}

/** Validates the fields, and normalizes the phone number. @throws INVALID_REQUEST */
async function normalize(given: ProfileChange): Promise<ProfileChange> {
  if (given.dateOfBirth) assertAge(given.dateOfBirth);
  return { ...given, ...(given.phone && { phone: await parsePhone(given.phone) }) };
}

function decide(
  actor: UserActor,
  { version, ...wanted }: ProfileChange,
  [item, kycItem]: ProfileItems,
  also: Table.Also<Profile> = () => [],
): Table.Decision<Profile> {
  const user = item && fromItem(item);
  if (!user || user.securityStamp !== actor.securityStamp) throw fail(Unauthenticated);
  assertVersion(version, user.version);
  const set = changesOf(user, wanted);
  if (Object.keys(set).length === 0) {
    const result = toProfile(item, kycItem);
    return { writes: also(result), result };
  }
  // A missing date of birth may be added, because it was not part of the verification.
  const addsBirthDate = "dateOfBirth" in set && user.dateOfBirth === undefined;
  const changesName = "name" in set || "firstName" in set || "lastName" in set;
  const changesIdentity = changesName || ("dateOfBirth" in set && !addsBirthDate);
  if (changesIdentity && Kyc.fromItem(user.userId, kycItem).status === "VALIDATED")
    throw fail(IdentityVerified);
  const isNewPhone = "phone" in set;
  const after = {
    ...set,
    ...(isNewPhone && { phoneVerified: undefined }),
    updatedAt: Clock.nowIso(),
    version: BigInt(user.version + 1),
  };
  const result = toProfile({ ...item, ...after }, kycItem);
  const writes: Table.Write[] = [
    ...also(result),
    {
      update: userProfile.key(user),
      set: after,
      where: Where.all(isAtVersion("version", user.version), Where.is({ securityStamp: user.securityStamp })),
    },
    ...(isNewPhone ? phoneGivenUpWrites(user) : []),
    // The check fails if a concurrent verification ends.
    ...(changesIdentity || addsBirthDate ? [Kyc.assertUnchanged(user.userId, kycItem)] : []),
  ];
  return { writes, result };
}

const phoneGivenUpWrites = (user: User): Table.Write[] =>
  hasProvenPhone(user)
    ? [...phoneReleaseWrites(user), phoneEvent(phoneGivenUp, user.userId, user.phone ?? "")]
    : [];

type Wanted = Omit<ProfileChange, "version">;

/** Returns the attributes that change. The value of a removed attribute is undefined. */
function changesOf(user: User, wanted: Wanted): Readonly<Record<string, unknown>> {
  const others = Object.entries(wanted)
    .map(([field, value]) => [field, value ?? undefined] as const)
    .filter(([field]) => wanted[field as keyof Wanted] !== undefined)
    .filter(([field, value]) => !isSame(user[field as keyof Wanted], value));
  const set = Object.fromEntries(others);
  if (!("firstName" in set || "lastName" in set)) return set;
  const { firstName = user.firstName, lastName = user.lastName } = wanted;
  // Stores both parts, so that neither is derived from the name.
  return { ...set, firstName, lastName, name: Names.nameOf({ firstName, lastName }) };
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;

/** @throws INVALID_REQUEST */
function assertAge(dateOfBirth: string): void {
  const today = Clock.nowIso().slice(0, 10);
  const birthday = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  if (dateOfBirth <= birthday(MIN_AGE) && dateOfBirth > birthday(MAX_AGE + 1)) return;
  const message = text(
    `must be the date of birth of a person aged ${MIN_AGE} to ${MAX_AGE}`,
    `doit être la date de naissance d'une personne de ${MIN_AGE} à ${MAX_AGE} ans`,
  );
  throw invalidField("dateOfBirth", message);
}
