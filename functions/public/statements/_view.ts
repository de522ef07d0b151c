import type * as Contract from "../../../contract/public/statements.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Kind } from "../../../core/history/schema.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Clock from "../../../core/kernel/clock/ledger.ts";
import { lineId } from "../../../core/ledger/entry.ts";
import type { RunningLine } from "../../../core/ledger/schema.ts";
import type { Statement } from "../../../core/wallets/statements/index.ts";
import { standing } from "../_standing.ts";
import { amountOf, listOf, objectOf } from "../_view.ts";

type Body = ResultOf<typeof Contract.read>;

/** @param types what each line is called, in their order */
export function statement(actor: UserActor, walletId: string, one: Statement, types: readonly Kind[]): Body {
  const { asset, from, to, lines, next } = one;
  const { object: _, ...page } = listOf(
    lines.map((each, at) => lineOf(actor, asset, each, types[at] as Kind)),
    next,
  );
  return {
    ...objectOf("statement", actor, { id: walletId, createdAt: Clock.nowIso() }),
    ...page,
    ...{ wallet: walletId, asset, from, to },
    opening: standing(asset, one.opening),
    page_opening: standing(asset, one.pageOpening),
    closing: standing(asset, one.closing),
    current: standing(asset, one.now),
  };
}

function lineOf(actor: UserActor, asset: string, line: RunningLine, type: Kind): Body["data"][number] {
  const { entryId, createdAt, available, held, availableAfter, heldAfter } = line;
  return {
    ...objectOf("statement_line", actor, { id: lineId(entryId, asset), createdAt }),
    sequence: line.sequence.toString(),
    entry: entryId,
    type,
    ledger_type: line.type,
    amount: amountOf(available + held, asset),
    available_change: amountOf(available, asset),
    locked_change: amountOf(held, asset),
    balance: amountOf(availableAfter + heldAfter, asset),
    available: amountOf(availableAfter, asset),
    locked: amountOf(heldAfter, asset),
    counterparty: line.counterparty ?? null,
    entry_hash: line.entryHash,
    previous_hash: line.previousHash,
    hash: line.hash,
  };
}
