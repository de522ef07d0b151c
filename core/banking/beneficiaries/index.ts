import type { UserActor } from "../../identity/actor.ts";
import { VersionConflict } from "../../identity/errors.ts";
import { isWithin, type Period } from "../../identity/events.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { type ErrorDefinition, fail, invalidField } from "../../kernel/errors.ts";
import { pick } from "../../kernel/fields.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll, wholePartition } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { isSepa } from "../../wallets/address.ts";
import { beneficiary, beneficiaryCount } from "./entity.ts";
import { BeneficiaryLimit, BeneficiaryNotFound, MAX_BENEFICIARIES } from "./errors.ts";
import type { Beneficiary, BeneficiaryData } from "./schema.ts";
import { keyOf, type Owner, type Stored, storedFrom } from "./stored.ts";

/**
 * Stores a user's payees: bank accounts for withdrawals, and other users for transfers. Each belongs to an ownership of the
 * account, so that no money goes to a payee of a former owner. A user as payee is stored by id and ownership, not by
 * address, so that a new address or its next holder changes nothing.
 */

/** Parses a beneficiary for its owner; undefined for another owner's. */
export function parseOwned(
  item: Table.Item,
  { ownershipId }: Pick<Owner, "ownershipId">,
): Beneficiary | undefined {
  const { ownershipId: storedFor, beneficiaryId, ...data } = beneficiary.parse(item);
  return storedFor === ownershipId ? toBeneficiary(beneficiaryId, data) : undefined;
}

const toBeneficiary = (
  id: string,
  { name, iban, ...data }: Pick<Stored, "name" | "iban" | "version" | "createdAt" | "updatedAt">,
): Beneficiary => ({
  ...{ id, type: iban === undefined ? "person" : "bank_account", name, iban: iban ?? null },
  ...pick(data, "version", "createdAt", "updatedAt"),
});

export async function list(owner: Owner): Promise<Beneficiary[]> {
  const items = await Table.queryAll(rangeOf(owner));
  return items.flatMap((item) => parseOwned(item, owner) ?? []);
}

const rangeOf = ({ userId }: Pick<Owner, "userId">): Table.QueryInput =>
  wholePartition(beneficiary, { userId });

/** Returns the reads of `fromId`, or of `list` if the id is undefined, for handlers that prefetch them. */
export const readsOf = (owner: Pick<Owner, "userId">, beneficiaryId: string | undefined): Table.Reads =>
  beneficiaryId === undefined ? { ranges: [rangeOf(owner)] } : { keys: [keyOf(owner, beneficiaryId)] };

/** Returns one of the owner's beneficiaries. @throws BENEFICIARY_NOT_FOUND, also for a former owner's */
export async function fromId(owner: Owner, beneficiaryId: string): Promise<Beneficiary> {
  return toBeneficiary(beneficiaryId, await storedFrom(owner, beneficiaryId));
}

/** A saved bank account, to which money is sent. */
export interface BankAccount extends Pick<Beneficiary, "id" | "name"> {
  readonly iban: string;
  /** Since when it has this IBAN. */
  readonly savedAt: string;
}

/** Returns the owner's bank account with an IBAN. */
export async function findBankAccount(owner: Owner, iban: string): Promise<BankAccount | undefined> {
  const all = (await Table.queryAll(rangeOf(owner))).map((item) => beneficiary.parse(item));
  const found = all.find((one) => one.ownershipId === owner.ownershipId && one.iban === iban);
  return found && toBankAccount(found);
}

/** Returns one of the owner's bank accounts. @throws BENEFICIARY_NOT_FOUND, also for a person */
export const bankAccountFromId = async (owner: Owner, beneficiaryId: string): Promise<BankAccount> =>
  toBankAccount(await storedFrom(owner, beneficiaryId));

/** @throws BENEFICIARY_NOT_FOUND for a person */
function toBankAccount({ beneficiaryId: id, name, iban, ibanSince, createdAt }: Stored): BankAccount {
  if (iban !== undefined) return { id, name, iban, savedAt: ibanSince ?? createdAt };
  throw fail(BeneficiaryNotFound, {
    message: text(
      "This beneficiary is a person, not a bank account. Send the money by a transfer.",
      "Ce bénéficiaire est une personne, et non un compte bancaire. Envoyez l'argent par un virement entre comptes.",
    ),
  });
}

/**
 * Adds a beneficiary under an id that the device created.
 * @throws VERSION_CONFLICT if the id is taken, BENEFICIARY_LIMIT_REACHED, UNAUTHORIZED
 */
export async function add(
  actor: UserActor,
  beneficiaryId: string,
  data: BeneficiaryData,
  also: Table.Also<Beneficiary> = () => [],
): Promise<Beneficiary> {
  const { added, writes } = prepareAdd(actor, beneficiaryId, data);
  await Table.commit([...also(added), Stamp.assertUnchanged(actor), ...writes]);
  return added;
}

/** @throws INVALID_REQUEST with the field, if the bank is outside the SEPA area */
export function checkSepa(field: string, iban: string): void {
  if (!isSepa(iban))
    throw invalidField(
      field,
      text("must belong to a bank in the SEPA area", "doit être celui d'une banque de la zone SEPA"),
    );
}

/** Another user as payee. */
export interface PersonData {
  readonly payeeId: string;
  readonly payeeOwnershipId: string;
}

/**
 * Returns a new beneficiary and the writes that add it, for a transaction that also checks the owner's credentials. The
 * writes fail with VERSION_CONFLICT if the id is taken, or BENEFICIARY_LIMIT_REACHED.
 */
export function prepareAdd(
  { userId, ownershipId }: Owner,
  beneficiaryId: string,
  data: BeneficiaryData | ({ readonly name: string } & PersonData),
): { readonly added: Beneficiary; readonly writes: readonly Table.Write[] } {
  const at = Clock.nowIso();
  const created = {
    ...data,
    ...("iban" in data && { ibanSince: at }),
    ...{ version: 1, createdAt: at, updatedAt: at },
  };
  const writes: readonly Table.Write[] = [
    {
      put: beneficiary.item({ userId, beneficiaryId, ownershipId, ...created }),
      where: Where.absent,
      onConditionFailed: VersionConflict,
    },
    {
      update: beneficiaryCount.key({ userId, ownershipId }),
      add: { count: 1 },
      where: Where.any(Where.lacks("count"), Where.below("count", MAX_BENEFICIARIES)),
      onConditionFailed: BeneficiaryLimit,
    },
  ];
  return { added: toBeneficiary(beneficiaryId, created), writes };
}

/**
 * Changes a beneficiary, if it still has this version. Only a bank account has an IBAN to change.
 * @throws VERSION_CONFLICT, BENEFICIARY_NOT_FOUND, UNAUTHORIZED
 */
export async function change(
  actor: UserActor,
  { id, version }: Pick<Beneficiary, "id" | "version">,
  data: Pick<BeneficiaryData, "name"> & Partial<BeneficiaryData>,
  also: Table.Also<Beneficiary> = () => [],
): Promise<Beneficiary> {
  const before = await storedFrom(actor, id);
  const hasNewIban = data.iban !== undefined && data.iban !== toBankAccount(before).iban;
  if (before.version !== version) throw fail(VersionConflict);
  const updatedAt = Clock.nowIso();
  const changes = { ...data, ...(hasNewIban && { ibanSince: updatedAt }), version: version + 1, updatedAt };
  const after = toBeneficiary(id, { ...before, ...changes });
  await Table.commit([
    ...also(after),
    Stamp.assertUnchanged(actor),
    {
      update: keyOf(actor, id),
      set: changes,
      where: isAtVersion(version, actor),
      onConditionFailed: VersionConflict,
    },
  ]);
  return after;
}

/** Deletes a beneficiary, if it still has this version. @throws VERSION_CONFLICT, BENEFICIARY_NOT_FOUND */
export async function remove(
  actor: UserActor,
  { id, version }: Pick<Beneficiary, "id" | "version">,
  also: Table.Also<Beneficiary> = () => [],
): Promise<Beneficiary> {
  const before = await fromId(actor, id);
  await Table.commit([...also(before), ...removeWrites(actor, { id, version }, VersionConflict)]);
  return before;
}

/** @param onConditionFailed the error if the version has changed; by default a concurrent update */
export const removeWrites = (
  { userId, ownershipId }: Owner,
  { id, version }: Pick<Beneficiary, "id" | "version">,
  onConditionFailed?: ErrorDefinition,
): readonly Table.Write[] => [
  {
    remove: keyOf({ userId }, id),
    where: isAtVersion(version, { userId, ownershipId }),
    ...(onConditionFailed && { onConditionFailed }),
  },
  { update: beneficiaryCount.key({ userId, ownershipId }), add: { count: -1 } },
];

/** Returns the condition on version and owner. Another owner's beneficiary may have the same id and version. */
export const isAtVersion = (version: number, { ownershipId }: Owner): Where.Where =>
  Where.all(beneficiary.unchanged({ version }), Where.is({ ownershipId }));

/** Deletes the owner's beneficiaries that were added, or got another IBAN, in a period. */
export async function removeAdded(owner: Owner, period: Period): Promise<void> {
  const all = await listAll(beneficiary, owner);
  const added = all.filter(
    ({ ownershipId, createdAt, ibanSince = createdAt }) =>
      ownershipId === owner.ownershipId && [createdAt, ibanSince].some((at) => isWithin(period, at)),
  );
  for (const { beneficiaryId: id, version } of added)
    await Table.commit(removeWrites(owner, { id, version }));
}

/** Deletes the beneficiaries of a former owner of the account. */
export async function clear({ userId, ownershipId }: Owner): Promise<void> {
  const all = await listAll(beneficiary, { userId });
  for (const one of all.filter((one) => one.ownershipId !== ownershipId)) {
    await Table.remove(beneficiary.key(one));
    await Table.remove(beneficiaryCount.key(one));
  }
}
