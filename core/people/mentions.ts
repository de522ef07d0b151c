import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { scheduledPayment } from "../banking/scheduled/entity.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import { userProfile } from "../identity/entity.ts";
import { DELETED } from "../identity/names.ts";
import { job } from "../jobs/entity.ts";
import { keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { AnyEntity } from "./entities.ts";
import { erasure } from "./entity.ts";
import { entityOf, erasing } from "./erased.ts";

/**
 * What stands in partitions that are not a person's own: records that name the person by id, and what other people
 * have noted: a payee's name and IBAN, an address. No index leads there, so the table is read once, page by page.
 */

/** What a person is found by. */
export interface Traits {
  readonly userId: string;
  readonly email: string;
  /** Those of the person's accounts here. */
  readonly ibans: readonly string[];
}

/** Items that name a person. */
const naming = ({ userId, email, ibans }: Traits): Where.Where =>
  Where.any(
    Where.is({ userId }),
    Where.is({ ownerId: userId }),
    Where.is({ toEmail: email }),
    Where.contains("sharedWith", email),
    ...(ibans.length > 0 ? [Where.oneOf("iban", ibans), Where.oneOf("payee.iban", ibans)] : []),
  );

/** How many items a call reads. */
const PAGE = 1000;

/** Erases a person from a page of the table. @returns where the next page begins; undefined at the end */
export async function forget(traits: Traits, after: StoredKey | undefined): Promise<StoredKey | undefined> {
  const from = after && { ...after };
  const { items, next } = await Table.scanPage({ only: naming(traits), after: from, limit: PAGE });
  for (const item of items) {
    const write = writeOf(item, entityOf(item), traits);
    if (write) await Table.tryCommit([write]);
  }
  return next && keyOfItem(next);
}

/** What is last of all, and what says how far everything is. */
const apart: readonly AnyEntity[] = [userProfile, erasure];

function writeOf(item: Table.Item, entity: AnyEntity, traits: Traits): Table.Write | undefined {
  const isOwn = item["userId"] === traits.userId || item["ownerId"] === traits.userId;
  if (isOwn) return apart.includes(entity) ? undefined : erasing(item, entity);
  return ofOther(item, entity, traits);
}

/** In what is somebody else's the name goes, and nothing more. */
function ofOther(item: Table.Item, entity: AnyEntity, { email }: Traits): Table.Write | undefined {
  const key = keyOfItem(item);
  if (entity === job) return { update: key, discard: { sharedWith: new Set([email]) }, where: Where.exists };
  if (entity === beneficiary || entity === withdrawal)
    return { update: key, set: { name: DELETED }, where: Where.exists };
  if (entity !== scheduledPayment) return undefined;
  const { payee, toEmail } = scheduledPayment.parse(item);
  return {
    update: key,
    set: {
      ...(payee && { "payee.name": DELETED }),
      ...(toEmail === email && { toEmail: undefined }),
    },
    where: Where.exists,
  };
}
