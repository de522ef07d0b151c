import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import * as Kyc from "../kyc/index.ts";
import { fromItem, type User } from "../user.ts";

/** A user's profile, as its owner reads it. `change.ts` changes it. */
export interface Profile {
  readonly user: User;
  /** How far the identity was checked, 0 not at all. */
  readonly kycLevel: number;
}

export type Items = readonly [user: Table.Item | undefined, standing: Table.Item | undefined];

export const itemsOf = async ({ userId }: Pick<UserActor, "userId">): Promise<Items> => {
  const [user, standing] = await Table.getMany([userProfile.key({ userId }), Kyc.keyOf(userId)]);
  return [user, standing];
};

export const shown = (user: Table.Item, standing: Table.Item | undefined): Profile => {
  const owner = fromItem(user);
  return { user: owner, kycLevel: Kyc.fromItem(owner.userId, standing).level };
};

/** Reads the actor's own profile. @throws UNAUTHORIZED if the account no longer exists */
export async function read(actor: UserActor): Promise<Profile> {
  const [user, standing] = await itemsOf(actor);
  if (!user) throw fail(Unauthenticated);
  return shown(user, standing);
}
