import { userProfile } from "../../identity/entity.ts";
import { fromItem } from "../../identity/user.ts";
import * as Table from "../../platform/table/index.ts";

/** Who beneficiaries are, for an administrator to recognise them. */

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** How many items one BatchGetItem takes, and how many are under way at once. */
const BATCH = 100;
const AT_ONCE = 8;

/** The accounts of these users as they are now, by id; without those that are gone. */
export async function people(userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>();
  const batches = Array.from({ length: Math.ceil(userIds.length / BATCH) }, (_, index) =>
    userIds.slice(index * BATCH, (index + 1) * BATCH),
  ).values();
  // An iterator shared by all: each takes the next batch that nobody has.
  const worker = async (): Promise<void> => {
    for (const batch of batches) {
      const items = await Table.getMany(batch.map((userId) => userProfile.key({ userId })));
      for (const item of items) {
        if (!item) continue;
        const { userId, name, email } = fromItem(item);
        found.set(userId, { name, email });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}
