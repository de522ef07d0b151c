import type { UserActor } from "../../identity/actor.ts";
import { VersionConflict } from "../../identity/errors.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll, wholePartition } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { beneficiary, beneficiaryCount } from "./entity.ts";
import { BeneficiaryLimit, BeneficiaryNotFound, MAX_BENEFICIARIES } from "./errors.ts";
import type { Beneficiary, BeneficiaryData } from "./schema.ts";

/**
 * Stores the payees of a user's withdrawals. Each belongs to an ownership of the account, so that no withdrawal goes to a
 * payee of a former owner.
 */

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** Parses a beneficiary for its owner; undefined for another owner's. */
export function parseOwned(
  item: Table.Item,
  { ownershipId }: Pick<Owner, "ownershipId">,
): Beneficiary | undefined {
  const { ownershipId: storedFor, beneficiaryId: id, userId: _, ...data } = beneficiary.parse(item);
  return storedFor === ownershipId ? { id, ...data } : undefined;
}

/** Lists the owner's beneficiaries. */
export async function list(owner: Owner): Promise<Beneficiary[]> {
  const items = await Table.queryAll(rangeOf(owner));
  return items.flatMap((item) => parseOwned(item, owner) ?? []);
}

const rangeOf = ({ userId }: Pick<Owner, "userId">): Table.QueryInput =>
  wholePartition(beneficiary, { userId });

/** Returns the reads of `fromId`, or of `list` if the id is undefined, for handlers that prefetch them. */
export const readsOf = (owner: Pick<Owner, "userId">, beneficiaryId: string | undefined): Table.Reads =>
  beneficiaryId === undefined
    ? { ranges: [rangeOf(owner)] }
    : { keys: [beneficiary.key({ userId: owner.userId, beneficiaryId })] };

/** Returns one of the owner's beneficiaries. @throws BENEFICIARY_NOT_FOUND, also for a former owner's */
export async function fromId(owner: Owner, beneficiaryId: string): Promise<Beneficiary> {
  const item = await Table.get(beneficiary.key({ userId: owner.userId, beneficiaryId }));
  const found = item && parseOwned(item, owner);
  if (!found) throw fail(BeneficiaryNotFound);
  return found;
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

/**
 * Returns a new beneficiary and the writes that add it, for a transaction that also checks the owner's credentials. The
 * writes fail with VERSION_CONFLICT if the id is taken, or BENEFICIARY_LIMIT_REACHED.
 */
export function prepareAdd(
  { userId, ownershipId }: Owner,
  beneficiaryId: string,
  data: BeneficiaryData,
): { readonly added: Beneficiary; readonly writes: readonly Table.Write[] } {
  const at = Clock.nowIso();
  const created = { ...data, version: 1, createdAt: at, updatedAt: at };
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
  return { added: { id: beneficiaryId, ...created }, writes };
}

/**
 * Changes a beneficiary, if it still has this version.
 * @throws VERSION_CONFLICT, BENEFICIARY_NOT_FOUND, UNAUTHORIZED
 */
export async function change(
  actor: UserActor,
  { id, version }: Pick<Beneficiary, "id" | "version">,
  data: BeneficiaryData,
  also: Table.Also<Beneficiary> = () => [],
): Promise<Beneficiary> {
  const before = await fromId(actor, id);
  if (before.version !== version) throw fail(VersionConflict);
  const after: Beneficiary = { ...before, ...data, version: version + 1, updatedAt: Clock.nowIso() };
  await Table.commit([
    ...also(after),
    Stamp.assertUnchanged(actor),
    {
      update: beneficiary.key({ userId: actor.userId, beneficiaryId: id }),
      set: { ...data, version: after.version, updatedAt: after.updatedAt },
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
  const { userId, ownershipId } = actor;
  await Table.commit([
    ...also(before),
    {
      remove: beneficiary.key({ userId, beneficiaryId: id }),
      where: isAtVersion(version, actor),
      onConditionFailed: VersionConflict,
    },
    { update: beneficiaryCount.key({ userId, ownershipId }), add: { count: -1 } },
  ]);
  return before;
}

/** Returns the condition on version and owner. Another owner's beneficiary may have the same id and version. */
const isAtVersion = (version: number, { ownershipId }: Owner): Where.Where =>
  Where.all(beneficiary.unchanged({ version }), Where.is({ ownershipId }));

/** Deletes the beneficiaries of a former owner of the account. */
export async function clear({ userId, ownershipId }: Owner): Promise<void> {
  const all = await listAll(beneficiary, { userId });
  for (const one of all.filter((one) => one.ownershipId !== ownershipId)) {
    await Table.remove(beneficiary.key(one));
    await Table.remove(beneficiaryCount.key(one));
  }
}
