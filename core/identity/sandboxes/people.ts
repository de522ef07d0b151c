import { type Mode, partsOf } from "../../kernel/mode.ts";
import type * as Table from "../../platform/table/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";

/**
 * Who is there in a ledger: in the live one whoever has an account, in a sandbox its owner and the test receivers.
 * Whatever is tried in a sandbox, nobody else is looked up, named or told.
 */

/** Somebody as others in the ledger meet them. */
export type Person = Pick<User, "userId" | "name" | "blocked">;

/**
 * Invented people, there in every sandbox and in no other ledger: for transfers, splits and captures to go to somebody.
 * Their ids are of the earliest instant, at which no account was made.
 */
export const testReceivers = [
  { userId: "usr_0000000000testrecvr0000001", name: "Tess Marlow", email: "tess@test.svc.example" },
  { userId: "usr_0000000000testrecvr0000002", name: "Theo Lindgren", email: "theo@test.svc.example" },
] as const;

type Receiver = (typeof testReceivers)[number];

/** Whom an id names there. */
export async function fromId(mode: Mode, userId: string): Promise<Person | undefined> {
  if (mode === "live" || userId === partsOf(mode).ownerId) return Users.fromId(userId);
  return shown(testReceivers.find((one) => one.userId === userId));
}

/** What `fromId` and `fromEmail` read first: in a sandbox most are there without being kept. */
export function keysOf(
  mode: Mode,
  { userId, email }: { readonly userId?: string | undefined; readonly email?: string | undefined },
): Table.Key[] {
  if (userId !== undefined && (mode === "live" || userId === partsOf(mode).ownerId))
    return [Users.keyOf(userId)];
  return email !== undefined && mode === "live" ? [Users.emailKey(email)] : [];
}

/** Whose proven address it is there. */
export async function fromEmail(mode: Mode, email: string): Promise<Person | undefined> {
  if (mode !== "live") return shown(testReceivers.find((one) => one.email === email.toLowerCase()));
  const user = await Users.fromEmail(email);
  return user?.emailVerified === undefined ? undefined : user;
}

const shown = (one: Receiver | undefined): Person | undefined =>
  one && { userId: one.userId, name: one.name, blocked: false };
