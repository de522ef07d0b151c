import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, invalidField, wrongCursor } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { walletRef } from "../../ledger/accounts.ts";
import { type BalanceState, balanceStateAt } from "../../ledger/balance-at.ts";
import { historyLine, walletAccount } from "../../ledger/entity.ts";
import { lineTime } from "../../ledger/entry.ts";
import type { AccountState, RunningLine } from "../../ledger/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { WalletNotFound } from "../errors.ts";
import { ownWallet } from "../owned.ts";

/** Statements of a wallet: its lines of a period, with the balances before and after, which its owner can verify. */

/** Returns the balances of the actor's wallet at an instant. @param at ISO 8601 @throws WALLET_NOT_FOUND, INVALID_REQUEST */
export async function walletBalanceAt(actor: UserActor, walletId: string, at: string): Promise<BalanceState> {
  await readOwn(actor, walletId);
  checkPast("at", at);
  return balanceStateAt(walletRef(walletId), Date.parse(at));
}

export interface StatementRequest {
  readonly walletId: string;
  /** ISO 8601, inclusive. Defaults to that of the previous page, or the first line. */
  readonly from?: string | undefined;
  /** ISO 8601, exclusive. Defaults to that of the previous page, or now. */
  readonly to?: string | undefined;
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
}

export interface Statement {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly opening: BalanceState;
  /** The balances before the first of these lines; on the first page the opening. */
  readonly pageOpening: BalanceState;
  readonly closing: BalanceState;
  /** The current balances, with the end of the chain. */
  readonly now: BalanceState;
  /** Oldest first. */
  readonly lines: readonly RunningLine[];
  /** The cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/**
 * Returns a page of a statement.
 * @throws WALLET_NOT_FOUND, INVALID_REQUEST for a future time, an end before the beginning, and a cursor of another
 *   period
 */
export async function statementOf(actor: UserActor, asked: StatementRequest): Promise<Statement> {
  const { walletId, limit } = asked;
  const { asset, state } = await readOwn(actor, walletId);
  const last = asked.after === undefined ? undefined : parseCursor(asked.after);
  const { from, to, fromMs, toMs } = periodOf(asked, last);
  const ref = walletRef(walletId);
  const pk = historyLine.partition({ walletId });
  const [opening, before, lineBefore, page] = await Promise.all([
    balanceStateAt(ref, fromMs - 1),
    balanceStateAt(ref, toMs - 1),
    last && Table.get({ pk, sk: last.sk }),
    Table.query({
      pk,
      from: lineTime(fromMs),
      upTo: lineTime(toMs),
      limit: limit + 1,
      after: last && { pk, sk: last.sk },
    }),
  ]);
  if (last && !lineBefore) throw wrongCursor();
  const pageOpening = lineBefore ? balanceStateAfter(historyLine.parse(lineBefore)) : opening;
  const lines = page.items.slice(0, limit).map((item) => historyLine.parse(item));
  const end =
    page.items.length > limit || page.next ? page.items[Math.min(limit, page.items.length) - 1] : undefined;
  const next = end && Buffer.from(JSON.stringify([from, to, end["sk"]])).toString("base64url");
  // The reads are not of one instant, so on the last page the closing balance is that after its last line.
  const closing = end ? before : closingWith(lines.at(-1), last ? before : opening);
  const now = state.transactionCount < closing.entries ? closing : toBalanceState(state);
  return { asset, from, to, opening, pageOpening, closing, now, lines, next };
}

const toBalanceState = ({ available, held, transactionCount, lineHead }: AccountState): BalanceState => ({
  available,
  held,
  entries: transactionCount,
  head: lineHead,
});

const balanceStateAfter = (line: RunningLine): BalanceState => ({
  available: line.availableAfter,
  held: line.heldAfter,
  entries: line.sequence,
  head: line.hash,
});

const closingWith = (line: RunningLine | undefined, nothing: BalanceState): BalanceState =>
  line ? balanceStateAfter(line) : nothing;

/** The end of a page, and its period. */
interface Position {
  readonly from: string;
  readonly to: string;
  readonly sk: string;
}

/**
 * Returns the period of a statement. It is fixed by the first page, so later lines are on no page.
 * @throws INVALID_REQUEST
 */
function periodOf(asked: Pick<StatementRequest, "from" | "to">, last: Position | undefined) {
  const from = asked.from ?? last?.from ?? new Date(0).toISOString();
  const to = asked.to ?? last?.to ?? Clock.nowIso();
  checkPast("from", from);
  checkPast("to", to);
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs < fromMs) throw wrong("to", "must not be before from", "ne doit pas précéder from");
  if (last && (Date.parse(last.from) !== fromMs || Date.parse(last.to) !== toMs)) throw wrongCursor();
  if (last && (last.sk < lineTime(fromMs) || last.sk >= lineTime(toMs))) throw wrongCursor();
  return { from, to, fromMs, toMs };
}

/** @throws INVALID_REQUEST */
function parseCursor(cursor: string): Position {
  try {
    const [from, to, sk] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof from === "string" && typeof to === "string" && typeof sk === "string") return { from, to, sk };
  } catch {}
  throw wrongCursor();
}

async function readOwn(actor: UserActor, walletId: string) {
  const named = ownWallet(actor, walletId);
  const item = await Table.get(walletAccount.key(named));
  if (!item) throw fail(WalletNotFound);
  return { asset: named.asset, state: walletAccount.parse(item) };
}

function checkPast(field: string, at: string): void {
  if (!(Date.parse(at) <= Clock.nowMs()))
    throw wrong(field, "must not be in the future", "ne doit pas être dans le futur");
}

const wrong = (field: string, en: string, fr: string) => invalidField(field, text(en, fr));
