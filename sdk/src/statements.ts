import { hex } from "./signing.ts";

/**
 * Verifies statements of wallets (`GET /v2/wallets/{id}/statement`) without trusting who gave them: every hash is
 * recomputed from what the lines say, and every balance from the one before.
 */

interface Sum {
  readonly value: string;
  readonly asset: string;
}

/** What a wallet has at a point of its history. */
export interface StatementStanding {
  readonly balance: Sum;
  readonly available: Sum;
  readonly locked: Sum;
  readonly sequence: string;
  readonly hash: string;
}

export interface StatementLine {
  readonly sequence: string;
  readonly entry: string;
  readonly type: string;
  readonly amount: Sum;
  readonly available_change: Sum;
  readonly locked_change: Sum;
  readonly balance: Sum;
  readonly available: Sum;
  readonly locked: Sum;
  readonly entry_hash: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly created_at: string;
}

/** A statement: one page, or the lines of all its pages together. */
export interface Statement {
  readonly wallet: string;
  readonly opening: StatementStanding;
  readonly closing: StatementStanding;
  readonly data: readonly StatementLine[];
  /** Whether lines are missing at its end: then what it closes with is not reached, and not compared. */
  readonly has_more?: boolean;
}

/** What does not hold; `line` is the sequence number of the first line that it is seen at. */
export interface StatementProblem {
  readonly line: string | null;
  readonly problem: string;
}

/**
 * Recomputes a statement.
 * @returns the first thing that does not hold; undefined where all does
 */
export async function verifyStatement(statement: Statement): Promise<StatementProblem | undefined> {
  const { wallet, opening, closing, data, has_more: isPart = false } = statement;
  const begun = sums(opening, null);
  if (begun) return begun;
  let before: Pick<StatementStanding, "available" | "locked" | "sequence" | "hash"> = opening;
  for (const line of data) {
    const found = follows(before, line) ?? sums(line, line.sequence) ?? (await hashed(wallet, line));
    if (found) return found;
    before = line;
  }
  if (isPart) return undefined;
  const isReached =
    closing.sequence === before.sequence &&
    closing.hash === before.hash &&
    equal(closing.available, before.available) &&
    equal(closing.locked, before.locked);
  if (!isReached) return { line: null, problem: "the lines do not come to what the statement closes with" };
  return sums(closing, null);
}

type Before = Pick<StatementStanding, "available" | "locked" | "sequence" | "hash">;

function follows(before: Before, line: StatementLine): StatementProblem | undefined {
  const problem =
    BigInt(line.sequence) !== BigInt(before.sequence) + 1n
      ? `a line is missing: ${before.sequence} comes before it`
      : line.previous_hash !== before.hash
        ? "it does not follow the line before"
        : !adds(before.available, line.available_change, line.available) ||
            !adds(before.locked, line.locked_change, line.locked) ||
            !adds(line.available_change, line.locked_change, line.amount)
          ? "its balance is not that of the line before and its change"
          : undefined;
  return problem === undefined ? undefined : { line: line.sequence, problem };
}

/** Whether what is available and what is locked is the balance. */
const sums = (
  one: Pick<StatementStanding, "available" | "locked" | "balance">,
  line: string | null,
): StatementProblem | undefined =>
  adds(one.available, one.locked, one.balance)
    ? undefined
    : { line, problem: "what is available and what is locked is not the balance" };

async function hashed(wallet: string, line: StatementLine): Promise<StatementProblem | undefined> {
  const content = [
    "svc.ledger.line/1",
    wallet,
    line.sequence,
    line.entry,
    line.entry_hash,
    line.type,
    line.available_change.value,
    line.locked_change.value,
    line.available.value,
    line.locked.value,
    line.created_at,
    line.previous_hash,
  ];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content)));
  return `0x${hex(digest)}` === line.hash
    ? undefined
    : { line: line.sequence, problem: "its hash is not that of what it says" };
}

/** A decimal as a whole number of its last place, of which there are so many. */
function scaled({ value }: Sum, places: number): bigint {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (!found) throw new TypeError(`"${value}" is not a decimal`);
  const [, sign = "", whole = "", part = ""] = found;
  return BigInt(`${sign}${whole}${part.padEnd(places, "0")}`);
}

const placesOf = ({ value }: Sum): number => value.split(".")[1]?.length ?? 0;

function adds(a: Sum, b: Sum, sum: Sum): boolean {
  const places = Math.max(placesOf(a), placesOf(b), placesOf(sum));
  return scaled(a, places) + scaled(b, places) === scaled(sum, places);
}

const equal = (a: Sum, b: Sum): boolean => a.value === b.value && a.asset === b.asset;
