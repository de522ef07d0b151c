import type { UserActor } from "../../identity/actor.ts";
import { VersionConflict } from "../../identity/errors.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { beneficiary, beneficiaryCount, type Kept } from "./entity.ts";
import { BeneficiaryLimit, BeneficiaryNotFound, MAX_BENEFICIARIES } from "./errors.ts";
import type { Beneficiary, BeneficiaryData } from "./schema.ts";

/**
 * Beneficiaries: whom a user pays out to. Each carries the ownership that it was made under and counts while
 * the account still has it, so that nothing is ever paid out to whom a former owner named.
 */

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** A beneficiary as its owner sees it; undefined where it is none of this owner's. */
export function shown(
  item: Table.Item,
  { ownershipId }: Pick<Owner, "ownershipId">,
): Beneficiary | undefined {
  const kept = beneficiary.parse(item);
  if (kept.ownershipId !== ownershipId) return undefined;
  const { beneficiaryId: id, name, iban, version, createdAt, updatedAt } = kept;
  return { id, name, iban, version, createdAt, updatedAt };
}

/** The owner's beneficiaries. */
export async function list(owner: Owner): Promise<Beneficiary[]> {
  const items = await Table.queryAll(rangeOf(owner));
  return items.flatMap((item) => shown(item, owner) ?? []);
}

const rangeOf = ({ userId }: Pick<Owner, "userId">): Table.QueryInput => ({
  pk: beneficiary.partition({ userId }),
  beginsWith: beneficiary.prefix,
});

/** What `fromId` reads, and `list` where no id is known. */
export const readsOf = (owner: Pick<Owner, "userId">, beneficiaryId: string | undefined): Table.Reads =>
  beneficiaryId === undefined
    ? { ranges: [rangeOf(owner)] }
    : { keys: [beneficiary.key({ userId: owner.userId, beneficiaryId })] };

/** One of the owner's. @throws BENEFICIARY_NOT_FOUND, also for somebody else's */
export async function fromId(owner: Owner, beneficiaryId: string): Promise<Beneficiary> {
  const item = await Table.get(beneficiary.key({ userId: owner.userId, beneficiaryId }));
  const found = item && shown(item, owner);
  if (!found) throw fail(BeneficiaryNotFound);
  return found;
}

/**
 * Adds a beneficiary, under the id that its device gave it.
 * @throws VERSION_CONFLICT where the id is taken, BENEFICIARY_LIMIT_REACHED, UNAUTHORIZED
 */
export async function add(
  actor: UserActor,
  beneficiaryId: string,
  data: BeneficiaryData,
  also: Table.Also<Beneficiary> = () => [],
): Promise<Beneficiary> {
  const { added, writes } = adding(actor, beneficiaryId, data);
  await Table.commit([...also(added), Stamp.stillHolds(actor), ...writes]);
  return added;
}

/**
 * The writes that add a beneficiary, for a transaction that also sees to it that its owner's credentials hold.
 * Refused: VERSION_CONFLICT where the id is taken, BENEFICIARY_LIMIT_REACHED.
 */
export function adding(
  { userId, ownershipId }: Owner,
  beneficiaryId: string,
  data: BeneficiaryData,
): { readonly added: Beneficiary; readonly writes: readonly Table.Write[] } {
  const at = Clock.nowIso();
  const made = { ...data, version: 1, createdAt: at, updatedAt: at };
  const writes: readonly Table.Write[] = [
    {
      put: beneficiary.item({ userId, beneficiaryId, ownershipId, ...made }),
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
  return { added: { id: beneficiaryId, ...made }, writes };
}

/**
 * Changes a beneficiary that is at this version.
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
    Stamp.stillHolds(actor),
    {
      update: beneficiary.key({ userId: actor.userId, beneficiaryId: id }),
      set: { ...data, version: after.version, updatedAt: after.updatedAt },
      where: Where.is({ ownershipId: actor.ownershipId, version }),
      onConditionFailed: VersionConflict,
    },
  ]);
  return after;
}

/** Deletes a beneficiary that is at this version. @throws VERSION_CONFLICT, BENEFICIARY_NOT_FOUND */
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
      where: Where.is({ ownershipId, version }),
      onConditionFailed: VersionConflict,
    },
    { update: beneficiaryCount.key({ userId, ownershipId }), add: { count: -1 } },
  ]);
  return before;
}

/** Deletes what a former owner of the account has left. */
export async function clear({ userId, ownershipId }: Owner): Promise<void> {
  const pk = beneficiary.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: beneficiary.prefix });
  const dead = items
    .map((item): Kept => beneficiary.parse(item))
    .filter((one) => one.ownershipId !== ownershipId);
  for (const one of dead) {
    await Table.remove(beneficiary.key(one));
    await Table.remove(beneficiaryCount.key(one));
  }
}
