import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { wrongCursor } from "../../kernel/cursor.ts";
import { fail, failFields, InvalidRequest } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import { parseWalletId, walletRef } from "../accounts.ts";
import { type Standing, standingAt } from "../balance-at.ts";
import { historyLine, walletAccount } from "../entity.ts";
import { lineTime } from "../entry.ts";
import { accountState, historyItem, type RunningLine } from "../schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";

/** A wallet's statement: its lines in a time, with what stood before and after, for its owner to verify. */

/** What a wallet of the actor's had at an instant. @param at ISO 8601 @throws WALLET_NOT_FOUND, INVALID_REQUEST */
export async function hadAt(actor: UserActor, walletId: string, at: string): Promise<Standing> {
  await ownWallet(actor, walletId);
  checkPast("at", at);
  return standingAt(walletRef(walletId), Date.parse(at));
}

export interface Asked {
  readonly walletId: string;
  /** ISO 8601, included; left out: from the first line on. */
  readonly from?: string | undefined;
  /** ISO 8601, excluded; left out: now. */
  readonly to?: string | undefined;
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface Statement {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly opening: Standing;
  readonly closing: Standing;
  /** What the wallet has now: its last line is the end of the chain. */
  readonly now: Standing;
  /** The oldest first. */
  readonly lines: readonly RunningLine[];
  /** What the next page is asked for with; undefined on the last. */
  readonly next: string | undefined;
}

/** @throws WALLET_NOT_FOUND, INVALID_REQUEST for a time to come, an end before the beginning and a cursor of no page */
export async function statementOf(actor: UserActor, asked: Asked): Promise<Statement> {
  const { walletId, from = new Date(0).toISOString(), limit } = asked;
  const { asset, state } = await ownWallet(actor, walletId);
  // Lines that come meanwhile are of no page: the end stands still from the first one on.
  const last = asked.after === undefined ? undefined : placeOf(asked.after);
  const to = asked.to ?? last?.to ?? Clock.nowIso();
  checkPast("from", from);
  checkPast("to", to);
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs < fromMs) throw wrong("to", "must not be before from", "ne doit pas précéder from");
  const ref = walletRef(walletId);
  const pk = historyLine.partition({ walletId });
  const [opening, closing, page] = await Promise.all([
    standingAt(ref, fromMs - 1),
    standingAt(ref, toMs - 1),
    Table.query({
      pk,
      from: lineTime(fromMs),
      upTo: lineTime(toMs),
      limit: limit + 1,
      after: last && { pk, sk: last.sk },
    }),
  ]);
  const lines = page.items.slice(0, limit).map((item) => historyItem.parse(item));
  const end =
    page.items.length > limit || page.next ? page.items[Math.min(limit, page.items.length) - 1] : undefined;
  const now = {
    available: state.available,
    held: state.held,
    entries: state.transactionCount,
    head: state.lineHead,
  };
  const next = end && Buffer.from(JSON.stringify([to, end["sk"]])).toString("base64url");
  return { asset, from, to, opening, closing, now, lines, next };
}

/** Where a page ended, and with what it was asked for. @throws INVALID_REQUEST */
function placeOf(cursor: string): { readonly to: string; readonly sk: string } {
  try {
    const [to, sk] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof to === "string" && typeof sk === "string" && sk.startsWith(historyLine.prefix))
      return { to, sk };
  } catch {}
  throw wrongCursor();
}

async function ownWallet({ userId, mode }: UserActor, walletId: string) {
  const named = parseWalletId(walletId);
  if (!named || named.userId !== userId || named.mode !== mode) throw fail(WalletNotFound);
  const item = await Table.get(walletAccount.key(named));
  if (!item) throw fail(WalletNotFound);
  return { asset: named.asset, state: accountState.parse(item) };
}

function checkPast(field: string, at: string): void {
  if (!(Date.parse(at) <= Clock.nowMs()))
    throw wrong(field, "must not lie ahead", "ne doit pas être à venir");
}

const wrong = (field: string, en: string, fr: string) =>
  failFields(InvalidRequest, [{ field, message: text(en, fr) }]);
