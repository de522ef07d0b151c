import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import * as Kyc from "../kyc/index.ts";
import { fromItem, type User } from "../user.ts";

/** A user's profile, as shown to its owner. `change.ts` changes it. */
export interface Profile {
  readonly user: User;
  /** The level of the identity verification. 0 means not verified. */
  readonly kycLevel: number;
}

export type ProfileItems = readonly [user: Table.Item | undefined, kycItem: Table.Item | undefined];

export const readItems = async ({ userId }: Pick<UserActor, "userId">): Promise<ProfileItems> => {
  const [user, kycItem] = await Table.getMany([userProfile.key({ userId }), Kyc.keyOf(userId)]);
  return [user, kycItem];
};

export const toProfile = (user: Table.Item, kycItem: Table.Item | undefined): Profile => {
  const owner = fromItem(user);
  return { user: owner, kycLevel: Kyc.fromItem(owner.userId, kycItem).level };
};

/** Returns the actor's own profile. @throws UNAUTHORIZED if the account no longer exists */
export async function read(actor: UserActor): Promise<Profile> {
  const [user, kycItem] = await readItems(actor);
  if (!user) throw fail(Unauthenticated);
  return toProfile(user, kycItem);
}
