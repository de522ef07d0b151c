import { fail } from "../../kernel/errors.ts";
import { pick, pickOrNull } from "../../kernel/fields.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import type { Account, UserActor } from "../actor.ts";
import { passkey, passkeyClaim } from "./entity.ts";
import { PasskeyNotFound } from "./errors.ts";
import type { OwnPasskey } from "./schema.ts";

/** The stored passkeys of an account. A passkey of a former owner counts as missing. */

export type Owner = Pick<Account, "userId" | "ownershipId">;

export type StoredPasskey = ReturnType<typeof passkey.parse>;

/** Returns the id of a passkey. @param credentialId base64url, as the authenticator chose it */
export const idOf = (credentialId: string): string => sha256Hex(Buffer.from(credentialId, "base64url"));

/** Lists the passkeys of an account's current owner, oldest first. */
export async function listStored({ userId, ownershipId }: Owner): Promise<StoredPasskey[]> {
  const found = await listAll(passkey, { userId });
  return found
    .filter((one) => one.ownershipId === ownershipId)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Returns a passkey if it is the account's current owner's. */
export function ownedBy({ ownershipId }: Owner, item: Table.Item | undefined): StoredPasskey | undefined {
  const found = item && passkey.parse(item);
  return found?.ownershipId === ownershipId ? found : undefined;
}

type Transport = "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";

/** Returns how a browser finds passkeys. */
export const descriptorsOf = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports: transports as Transport[] }));

/** Returns a passkey as shown to its owner. */
export const toOwnPasskey = ({ passkeyId: id, ...stored }: StoredPasskey): OwnPasskey => ({
  id,
  ...pick(stored, "name", "isSynced", "createdAt"),
  ...pickOrNull(stored, "lastUsedAt"),
});

/** Lists the actor's passkeys, oldest first. */
export const listOwn = async (actor: UserActor): Promise<OwnPasskey[]> =>
  (await listStored(actor)).map(toOwnPasskey);

/** Renames a passkey. @throws PASSKEY_NOT_FOUND, also for another user's */
export async function rename(
  { userId, ownershipId }: UserActor,
  passkeyId: string,
  name: string,
): Promise<OwnPasskey> {
  const where = Where.is({ ownershipId });
  const change = Table.update(passkey.key({ userId, passkeyId }), { set: { name }, where });
  const item = await Table.ignoreConditionFailure(change);
  if (!item) throw fail(PasskeyNotFound);
  return toOwnPasskey(passkey.parse(item));
}

/** Returns the number of passkeys as the profile stores it: missing if none. */
export const storedCount = (count: number): number | undefined => (count === 0 ? undefined : count);

/** Returns the writes that delete a passkey, for the transaction that changes the profile's count. */
export const removalWrites = (one: StoredPasskey): Table.Write[] => [
  { remove: passkey.key(one), where: Where.is({ ownershipId: one.ownershipId }) },
  { remove: passkeyClaim.key(one), where: Where.is({ userId: one.userId }) },
];

/** Deletes the passkeys of a former owner after a hand-over. */
export async function clear({ userId, ownershipId }: Owner): Promise<void> {
  for (const one of await listAll(passkey, { userId }))
    if (one.ownershipId !== ownershipId)
      await Table.commit([{ remove: passkey.key(one) }, { remove: passkeyClaim.key(one) }]);
}
