import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { providerAccount } from "../entity.ts";
import * as Events from "../events.ts";
import * as Passkeys from "../passkeys/stored.ts";
import { secondFactor } from "../second-factor/entity.ts";
import { changeWrite, isUnchanged, NO_AUTHENTICATOR, storedOf } from "../second-factor/use.ts";
import { areAccountsUnchanged, type User } from "../user.ts";
import type { Removal } from "../users.ts";

/**
 * The removal of credentials that a thief may have added: linked accounts, passkeys and the authenticator from since a reset or a
 * change of the address. Those from before stay, so that access to an abandoned mailbox is not enough to sign in.
 */

/** The credentials of an account that are items of their own. */
export interface Stored {
  readonly passkeys: readonly Passkeys.StoredPasskey[];
  /** The item of the second factor. */
  readonly factor: Table.Item | undefined;
}

export async function readStored(user: User): Promise<Stored> {
  const [factor, passkeys] = await Promise.all([
    Table.get(secondFactor.key(user)),
    Passkeys.listStored(user),
  ]);
  return { factor, passkeys };
}

/** Returns what removes the credentials that were added since a time. @param since ISO 8601 */
export function removeSince(user: User, { passkeys, factor }: Stored, since: string): Removal {
  const { userId, secondFactorAt } = user;
  const added = user.accounts.filter(({ linkedAt }) => linkedAt >= since);
  const remaining = user.accounts.filter((one) => !added.includes(one));
  const addedPasskeys = passkeys.filter(({ createdAt }) => createdAt >= since);
  const count = passkeys.length - addedPasskeys.length;
  const factorBefore = partsBefore(user, factor, since);
  const endsFactor = secondFactorAt !== undefined && count === 0 && !factorBefore.authenticator;
  return {
    set: {
      accounts: remaining.length === 0 ? undefined : remaining,
      passkeys: Passkeys.storedCount(count),
      ...(endsFactor && { secondFactorAt: undefined }),
    },
    where: Where.all(
      Where.is({ secondFactorAt, passkeys: Passkeys.storedCount(user.passkeys) }),
      areAccountsUnchanged(user),
    ),
    writes: [
      ...added.map((one) => ({ remove: providerAccount.key(one), where: Where.is({ userId }) })),
      ...addedPasskeys.flatMap(Passkeys.removalWrites),
      factorWrite(userId, factor, count > 0 || factorBefore.authenticator ? factorBefore : NOTHING),
      ...(endsFactor ? [Outbox.write(Events.secondFactorOff, { userId })] : []),
    ],
    accounts: remaining,
    since,
  };
}

/** The parts of a second factor that are from before a time. */
interface FactorParts {
  readonly authenticator: boolean;
  readonly recoveryCodes: boolean;
}

const NOTHING: FactorParts = { authenticator: false, recoveryCodes: false };

function partsBefore(user: User, factor: Table.Item | undefined, before: string): FactorParts {
  const stored = storedOf(factor, user);
  if (!stored) return NOTHING;
  const { secret, secretSince = user.secondFactorAt, recoverySince = secretSince } = stored;
  const isBefore = (since: string | undefined) => since !== undefined && since < before;
  return {
    authenticator: secret !== undefined && isBefore(secretSince),
    recoveryCodes: isBefore(recoverySince),
  };
}

/** Returns the write that leaves only these parts of a second factor. */
function factorWrite(
  userId: string,
  factor: Table.Item | undefined,
  { authenticator, recoveryCodes }: FactorParts,
): Table.Write {
  const where = isUnchanged(factor);
  if (!authenticator && !recoveryCodes) return { remove: secondFactor.key({ userId }), where };
  if (authenticator && recoveryCodes) return { check: secondFactor.key({ userId }), where };
  return changeWrite(userId, factor, {
    ...(!authenticator && NO_AUTHENTICATOR),
    ...(!recoveryCodes && { recoveryHashes: [] }),
  });
}
