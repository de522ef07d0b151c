import type { UserActor } from "../core/identity/actor.ts";
import { accountOf, clearingRef } from "../core/ledger/accounts.ts";
import * as Ledger from "../core/ledger/index.ts";
import * as Policy from "../core/policy/index.ts";

/** Brings money into wallets of the demo, opening those that are not there, as one deposit. */
export async function grant(
  actor: UserActor,
  amounts: ReadonlyMap<string, bigint>,
  reason: string,
): Promise<void> {
  const wanted = [...amounts].filter(([, amount]) => amount > 0n);
  // An entry extends the chain of one of the wallets that it moves: any of them.
  const [first] = wanted;
  if (!first) return;
  await Policy.post({
    type: "DEPOSIT",
    postings: wanted.flatMap(([symbol, amount]) =>
      Ledger.move(clearingRef(actor.mode, symbol), accountOf(actor, symbol), amount),
    ),
    opens: wanted.map(([symbol]) => accountOf(actor, symbol)),
    initiator: accountOf(actor, first[0]).account,
    actorId: actor.userId,
    reason,
    result: () => undefined,
  });
}
