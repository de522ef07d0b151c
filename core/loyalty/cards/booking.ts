import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Posting, Reference } from "../../ledger/schema.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { accountOf, type ProgramPart, programAccount } from "./account.ts";
import { pointsLine } from "./entity.ts";
import type { Move } from "./moves.ts";
import { balanceOf, type Points } from "./points.ts";
import { type Card, type Line, type LineType, POINTS } from "./schema.ts";
import { keeping, tended } from "./standing.ts";

/**
 * Moving points: the cards, the lines of their history and one ledger entry in one transaction, over exactly
 * what was read. Points that a card gets come from its program's account, and go back to it.
 */

export interface Decision<T> {
  /** The cards that the moves are of, as they were read; also those that are looked at for what is due. */
  readonly cards: readonly Card[];
  readonly moves: readonly Move[];
  /** What else changes of the cards. */
  readonly become?: (card: Card) => Card;
  /** What else is written with them. */
  readonly writes?: readonly Table.Write[];
  /** Why, for the ledger. */
  readonly reason: string;
  readonly reference: Reference;
  readonly result: T;
}

/**
 * Reads, decides and writes a change of a user's cards, again where another was faster.
 * @throws what `decide` throws and what a refused write says; CONTENTION; AlreadyDone
 */
export function change<T>(
  userId: string,
  decide: () => Promise<Decision<T>>,
  idempotency?: Idempotency.Claim<T>,
): Promise<T> {
  const attempts = () => Table.retry(async () => write(await decide(), idempotency));
  return withLocalMutex(`loyalty ${userId}`, attempts).catch(Idempotency.refusing(idempotency));
}

/** A line without what only the ledger knows. */
type Draft = Omit<Line, "entryId" | "at">;

async function write<T>(
  { cards, moves, become = (card) => card, writes = [], reason, reference, result }: Decision<T>,
  idempotency: Idempotency.Claim<T> | undefined,
): Promise<T> {
  const now = Clock.nowIso();
  const drafts: Draft[] = [];
  const kept = cards.flatMap((card) => {
    const { card: after, events, expiry } = tended(card, now);
    let moved = after;
    for (const move of [...expiry, ...moves.filter(isOf(card))]) {
      const next = { ...moved, ...move.to(moved) };
      drafts.push(draftOf(moved, next, move));
      moved = next;
    }
    const end = become(moved);
    return end === card ? [] : [...keeping(card, end, now), ...events];
  });
  const lines = drafts.filter(({ points, owed }) => points !== 0n || owed !== 0n);
  const all = (entryId: string | undefined) => [
    ...kept,
    ...lines.map((line) => ({ put: pointsLine.item({ ...line, at: now, entryId }), where: Where.absent })),
    ...writes,
  ];
  const postings = postingsOf(lines);
  if (postings.length === 0) {
    await Table.commit([...Idempotency.recording(idempotency, result), ...all(undefined)]);
    return result;
  }
  return Policy.post<T>({
    type: "POINTS",
    postings,
    actorId: "loyalty",
    reason,
    reference,
    idempotency,
    extraWrites: ({ entryId }) => all(entryId),
    result: () => result,
  });
}

const isOf =
  ({ userId, programId }: Card) =>
  (move: Move): boolean =>
    move.programId === programId && (move.userId ?? userId) === userId;

const draftOf = ({ userId, programId, ...before }: Card, after: Points, { type, cause }: Move): Draft => ({
  lineId: Ids.create("pointsLine"),
  userId,
  programId,
  type,
  points: balanceOf(after) - balanceOf(before),
  owed: after.owed - before.owed,
  balance: balanceOf(after),
  cause,
});

/** Where points of a program come from and go to. */
const counterparts: Readonly<Record<LineType, ProgramPart>> = {
  earned: "given",
  taken_back: "given",
  spent: "spent",
  expired: "expired",
};

function postingsOf(lines: readonly Draft[]): Posting[] {
  const sums = new Map<string, bigint>();
  const add = (account: string, points: bigint) => sums.set(account, (sums.get(account) ?? 0n) + points);
  for (const line of lines) {
    add(accountOf(line).account, line.points);
    add(programAccount(line.programId, counterparts[line.type]).account, -line.points);
  }
  return [...sums].flatMap(([account, amount]) =>
    amount === 0n ? [] : [{ account, asset: POINTS, bucket: "available" as const, amount }],
  );
}
