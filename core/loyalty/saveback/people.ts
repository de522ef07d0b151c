import pMap from "p-map";
import { userProfile } from "../../identity/entity.ts";
import { fromItem } from "../../identity/user.ts";
import * as Table from "../../platform/table/index.ts";

/** Who beneficiaries are, for an administrator to recognise them. */

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** How many accounts one round trip reads, and how many round trips are under way at once. */
const BATCH = 100;
const CONCURRENCY = 8;

/** The accounts of these users as they are now, by id; without those that are gone. */
export async function people(userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const batches = Array.from({ length: Math.ceil(userIds.length / BATCH) }, (_, index) =>
    userIds.slice(index * BATCH, (index + 1) * BATCH),
  );
  const read = (batch: readonly string[]) =>
    Table.getMany(batch.map((userId) => userProfile.key({ userId })));
  const items = (await pMap(batches, read, { concurrency: CONCURRENCY })).flat();
  const users = items.flatMap((item) => (item ? fromItem(item) : []));
  return new Map(users.map(({ userId, name, email }) => [userId, { name, email }]));
}
