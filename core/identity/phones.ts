import type { Write } from "../platform/table/index.ts";
import * as Table from "../platform/table/index.ts";
import { phoneHolder, userProfile } from "./entity.ts";
import { fromItem, type User } from "./user.ts";

/** Who says to have which phone. Nobody proves one, so several accounts may say so of the same number. */

/** The writes that let a user have another phone than before; none where it stays. */
export function moving(userId: string, before: string | undefined, after: string | undefined): Write[] {
  if (before === after) return [];
  return [
    ...(before === undefined ? [] : [{ remove: phoneHolder.key({ phone: before, userId }) }]),
    ...(after === undefined ? [] : [{ put: phoneHolder.item({ phone: after, userId }) }]),
  ];
}

/** The user who alone has this phone (E.164); undefined where nobody has it, or several say so. */
export async function onlyUserWith(phone: string): Promise<User | undefined> {
  const { items } = await Table.query({ pk: phoneHolder.partition({ phone }), limit: 2 });
  const [holder, ...others] = items.map((item) => phoneHolder.parse(item));
  if (!holder || others.length > 0) return undefined;
  const item = await Table.get(userProfile.key(holder));
  const user = item && fromItem(item);
  return user?.phone === phone ? user : undefined;
}
