import * as Clock from "../../../kernel/clock/index.ts";
import { HOUR_MS } from "../../../kernel/time.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import type { Snapshot } from "../../../ledger/draft.ts";
import type { HoldRef } from "../../../ledger/schema.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import type { Authorization } from "./schema.ts";
import { leftOf } from "./steps.ts";

/** An authorization is written over exactly what was read of it. */

/** Another was faster: what is left to do must be looked at anew. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** How often an authorization that something is held for is compared with the provider's, in milliseconds. */
export const LOOK_EVERY_MS = 24 * HOUR_MS;

/** The write that keeps an authorization, over the one that was read. */
export function keeping(before: Authorization, after: Authorization): Table.Write {
  const due =
    leftOf(after) > 0n
      ? authorizationDue.at(after.authorizationId, new Date(Clock.nowMs() + LOOK_EVERY_MS).toISOString())
      : {};
  return {
    put: { ...cardAuthorization.item(after), ...due },
    where: before.version === 0n ? Where.absent : Where.is({ version: before.version }),
    onConditionFailed: () => new Overtaken(),
  };
}

const heldBy = ({ holds, walletId }: Authorization): HoldRef[] =>
  holds.filter(({ leftMinor }) => leftMinor > 0n).map(({ holdId }) => ({ ...walletRef(walletId), holdId }));

/** What an entry for an authorization depends on beside the account: that nobody was faster. */
export const reading = (one: Authorization) => ({
  initiator: walletRef(one.walletId).account,
  holds: heldBy(one),
  reads: { authorization: cardAuthorization.key(one) },
});

/** @throws Overtaken where the authorization that was read is not what it was */
export function unchanged(
  one: Authorization,
  { items }: Snapshot<ReturnType<typeof reading>["reads"]>,
): void {
  const version = items.authorization ? cardAuthorization.parse(items.authorization).version : 0n;
  if (version !== one.version) throw new Overtaken();
}

export const availableOf = ({ state }: Pick<Snapshot, "state">): bigint => state?.available ?? 0n;
