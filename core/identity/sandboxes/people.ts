import { type Mode, partsOf } from "../../kernel/mode.ts";
import type * as Table from "../../platform/table/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";

/**
 * The users of a ledger. The live ledger has all accounts, a sandbox only its owner and the test recipients, so that a sandbox
 * never finds, names or notifies another user.
 */

/** A user, as shown to other users of the ledger. */
export type Person = Pick<User, "userId" | "name" | "email" | "blocked">;

/** Fictitious recipients of every sandbox. Their ids have the earliest possible time, so that no account has such an id. */
export const testReceivers = [
  { userId: "usr_0000000000testrecvr0000001", name: "Tess Marlow", email: "tess@test.svc.example" },
  { userId: "usr_0000000000testrecvr0000002", name: "Theo Lindgren", email: "theo@test.svc.example" },
] as const;

type Receiver = (typeof testReceivers)[number];

export async function fromId(mode: Mode, userId: string): Promise<Person | undefined> {
  if (mode === "live" || userId === partsOf(mode).ownerId) return Users.fromId(userId);
  return toPerson(testReceivers.find((one) => one.userId === userId));
}

/** Returns the keys that `fromId` and `fromEmail` read first, for handlers that prefetch them. Test recipients are not stored. */
export function keysOf(
  mode: Mode,
  { userId, email }: { readonly userId?: string | undefined; readonly email?: string | undefined },
): Table.Key[] {
  if (userId !== undefined && (mode === "live" || userId === partsOf(mode).ownerId))
    return [Users.keyOf(userId)];
  return email !== undefined && mode === "live" ? [Users.emailKey(email)] : [];
}

/** Returns the user with an email address, if it is verified. */
export async function fromEmail(mode: Mode, email: string): Promise<Person | undefined> {
  if (mode !== "live") return toPerson(testReceivers.find((one) => one.email === email.toLowerCase()));
  const user = await Users.fromEmail(email);
  return user?.emailVerified === undefined ? undefined : user;
}

const toPerson = (one: Receiver | undefined): Person | undefined => one && { ...one, blocked: false };
