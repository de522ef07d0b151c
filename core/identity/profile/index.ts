import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import * as Kyc from "../kyc/index.ts";
import { fromItem, type User } from "../user.ts";

/** The profile: who a user is, as its owner reads it. `change.ts` changes it. */

export interface Profile {
  readonly user: User;
  /** How far the identity was checked. */
  readonly kycLevel: number;
}

/** The items that a profile is made of. */
export type Items = readonly [user: Table.Item | undefined, standing: Table.Item | undefined];

export const itemsOf = async ({ userId }: Pick<UserActor, "userId">): Promise<Items> => {
  const [user, standing] = await Table.getMany(keysOf(userId));
  return [user, standing];
};

const keysOf = (userId: string): Table.Key[] => [userProfile.key({ userId }), Kyc.keyOf(userId)];

export const shown = (user: Table.Item, standing: Table.Item | undefined): Profile => {
  const owner = fromItem(user);
  return { user: owner, kycLevel: Kyc.fromItem(owner.userId, standing).level };
};

/** The actor's own profile. @throws UNAUTHORIZED when the account is gone */
export async function read(actor: UserActor): Promise<Profile> {
  const [user, standing] = await itemsOf(actor);
  if (!user) throw fail(Unauthenticated);
  return shown(user, standing);
}
