import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { AccountRef, Posting, Reference } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { loyaltyCard, pointsDue, pointsLine } from "./entity.ts";
import { newCard, processCard, putCard } from "./expiry.ts";
import { balanceOf, type Move, type Points } from "./points.ts";
import { type Card, type Line, type LineType, POINTS } from "./schema.ts";

/**
 * Moves points. One transaction writes the cards, the lines of their history and one ledger entry, on the condition that
 * the cards have not changed since they were read. Points come from their program's account, and return to it.
 */

export const accountOf = ({ userId, programId }: Pick<Card, "userId" | "programId">): AccountRef =>
  systemRef("live", `points:${userId}:${programId}`, POINTS);

/** The parts of a program's account: points earned by members less those taken back, spent points, expired points. */
export type ProgramPart = "given" | "spent" | "expired";

export const programAccount = (programId: string, part: ProgramPart): AccountRef =>
  systemRef("live", `program:${programId}:${part}`, POINTS);

export interface Decision<T> {
  /** The cards of the moves, as they were read; also cards whose due points are to be processed. */
  readonly cards: readonly Card[];
  readonly moves: readonly Move[];
  /** Changes other fields of the cards. */
  readonly changeCard?: (card: Card) => Card;
  /** Other writes of the same transaction. */
  readonly writes?: readonly Table.Write[];
  /** The ledger entry's reason. */
  readonly reason: string;
  readonly reference: Reference;
  readonly result: T;
}

/**
 * Reads, decides and writes a change of a user's cards; repeats all three after a concurrent update.
 * @throws the errors of `decide` and of failed conditions; CONTENTION; AlreadyDone
 */
export function change<T>(
  userId: string,
  decide: () => Promise<Decision<T>>,
  idempotency?: Idempotency.Claim<T>,
): Promise<T> {
  const attempts = () => Table.retry(async () => write(await decide(), idempotency));
  return withLocalMutex(`loyalty ${userId}`, attempts);
}

/** Reads cards. Returns a new card for each missing one, of any program. */
export async function readCards(refs: readonly Pick<Card, "userId" | "programId">[]): Promise<Card[]> {
  const items = await Table.getMany(refs.map((ref) => loyaltyCard.key(ref)));
  return refs.map(({ userId, programId }, at) => {
    const item = items[at];
    return item ? loyaltyCard.parse(item) : newCard(userId, programId, Clock.nowIso());
  });
}

/** A history line before its ledger entry exists. */
type Draft = Omit<Line, "entryId" | "at">;

async function write<T>(
  { cards, moves, changeCard = (card) => card, writes = [], reason, reference, result }: Decision<T>,
  idempotency: Idempotency.Claim<T> | undefined,
): Promise<T> {
  const now = Clock.nowIso();
  const drafts: Draft[] = [];
  const cardWrites = cards.flatMap((card) => {
    const { card: after, events, expiry } = processCard(card, now);
    let moved = after;
    for (const move of [...expiry, ...moves.filter(belongsTo(card))]) {
      const next = { ...moved, ...move.to(moved) };
      drafts.push(draftLine(moved, next, move));
      moved = next;
    }
    const end = changeCard(moved);
    return end === card ? [] : [putCard(card, end, now), ...events];
  });
  const lines = drafts.filter(({ points, owed }) => points !== 0n || owed !== 0n);
  const all = (entryId: string | undefined) => [
    ...cardWrites,
    ...lines.map((line) => ({ put: pointsLine.item({ ...line, at: now, entryId }), where: Where.absent })),
    ...writes,
  ];
  const postings = toPostings(lines);
  if (postings.length === 0) {
    await Table.commit([...Idempotency.recordWrites(idempotency, result), ...all(undefined)]);
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

const belongsTo =
  ({ userId, programId }: Card) =>
  (move: Move): boolean =>
    move.programId === programId && (move.userId ?? userId) === userId;

const draftLine = ({ userId, programId, ...before }: Card, after: Points, { type, cause }: Move): Draft => ({
  lineId: Ids.create("pointsLine"),
  userId,
  programId,
  type,
  points: balanceOf(after) - balanceOf(before),
  owed: after.owed - before.owed,
  balance: balanceOf(after),
  cause,
});

/** The program's counterpart account of each type of line. */
const counterparts: Readonly<Record<LineType, ProgramPart>> = {
  earned: "given",
  taken_back: "given",
  spent: "spent",
  expired: "expired",
};

function toPostings(lines: readonly Draft[]): Posting[] {
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

/** Expires points that are due and announces points that expire soon. @returns the number of due cards */
export const processDuePoints = (): Promise<number> =>
  Due.sweep(pointsDue, async (item) => {
    const { userId, programId } = loyaltyCard.parse(item);
    await change<void>(userId, async () => {
      const card = await Table.find(loyaltyCard, { userId, programId });
      return {
        cards: card ? [card] : [],
        moves: [],
        // Writes the card in any case, so that it gets its next due time.
        changeCard: (one) => ({ ...one }),
        reason: `points of ${programId} expire`,
        reference: { kind: "loyalty_program", id: programId },
        result: undefined,
      };
    });
    return true;
  });
