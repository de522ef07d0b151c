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

/** A line. `type` and `counterparty` are in words for people, which no hash covers. */
export interface StatementLine {
  readonly id: string;
  readonly sequence: string;
  readonly entry: string;
  readonly ledger_type: string;
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

/** A page of a statement. */
export interface Statement {
  readonly wallet: string;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  /** Before the first line of all pages. */
  readonly opening: StatementStanding;
  /** Before the first line of this page. */
  readonly page_opening: StatementStanding;
  readonly closing: StatementStanding;
  readonly data: readonly StatementLine[];
  /** Whether there is another page: then what the statement closes with is not reached, and not compared. */
  readonly has_more?: boolean;
}

/** What does not hold; `line` is the sequence number of the first line that it is seen at. */
export interface StatementProblem {
  readonly line: string | null;
  readonly problem: string;
}

/**
 * Recomputes a statement.
 *
 * The hash of a line covers the wallet's id and the line's `sequence`, `entry`, `entry_hash`, `ledger_type`,
 * `available_change`, `locked_change`, `available`, `locked`, `created_at` and `previous_hash`. Held against those are
 * `asset` everywhere (the wallet's id ends with it), `amount`, `balance`, the line's `id`, the statement's times and
 * what it opens and closes with. Nothing covers `type`, `counterparty`, `livemode` and `current`.
 * @param statement a page, which is verified in itself; or the pages in their order from the first one on, which are
 *   verified as the whole
 * @returns the first thing that does not hold; undefined where all does
 */
export async function verifyStatement(
  statement: Statement | readonly Statement[],
): Promise<StatementProblem | undefined> {
  if (!isList(statement)) return pageFrom(beginningOf(statement), statement);
  const [first] = statement;
  if (!first) return { line: null, problem: "there is no page" };
  let before: Before = first.opening;
  for (const page of statement) {
    const isNext =
      page.wallet === first.wallet &&
      isSame(page.opening, first.opening) &&
      isSame(page.page_opening, before);
    if (!isNext) {
      const line = page.data[0]?.sequence ?? null;
      return { line, problem: "its page does not begin where the one before ends" };
    }
    const found = await pageFrom(before, page);
    if (found) return found;
    before = page.data.at(-1) ?? before;
  }
  return undefined;
}

const isList = (given: Statement | readonly Statement[]): given is readonly Statement[] =>
  Array.isArray(given);

/** Of a later page what stands before it; the lines of all pages in one begin where the statement does. */
const beginningOf = ({ opening, page_opening: own, data }: Statement): Before =>
  data[0] && BigInt(data[0].sequence) === BigInt(opening.sequence) + 1n ? opening : own;

async function pageFrom(begin: Before, statement: Statement): Promise<StatementProblem | undefined> {
  const { wallet, opening, page_opening: own, closing, data, has_more: isPart = false } = statement;
  const stated = ofAsset(statement) ?? sums(opening, null) ?? sums(own, null) ?? sums(closing, null);
  if (stated) return stated;
  let before = begin;
  for (const line of data) {
    const found =
      follows(before, line) ??
      sums(line, line.sequence) ??
      isOf(statement, line) ??
      (await hashed(wallet, line));
    if (found) return found;
    before = line;
  }
  return isPart || isSame(closing, before)
    ? undefined
    : { line: null, problem: "the lines do not come to what the statement closes with" };
}

/** Whether all is of the asset that the wallet's id names: the hashes cover the id. */
function ofAsset({ wallet, asset, ...rest }: Statement): StatementProblem | undefined {
  if (!wallet.endsWith(`_${asset.toLowerCase()}`))
    return { line: null, problem: `${asset} is not the asset of ${wallet}` };
  const isMeant = (...all: readonly Sum[]) => all.every((one) => one.asset === asset);
  const standings = [rest.opening, rest.page_opening, rest.closing];
  if (!standings.every((one) => isMeant(one.balance, one.available, one.locked)))
    return { line: null, problem: "it is of another asset than its wallet" };
  const wrong = rest.data.find(
    (one) =>
      !isMeant(one.amount, one.available_change, one.locked_change) ||
      !isMeant(one.balance, one.available, one.locked),
  );
  return wrong && { line: wrong.sequence, problem: "it is of another asset than its wallet" };
}

/** Whether a line has the name that its entry gives it, and is of the statement's time. */
function isOf({ asset, from, to }: Statement, line: StatementLine): StatementProblem | undefined {
  const at = Date.parse(line.created_at);
  const problem =
    line.id !== `${line.entry}_${asset.toLowerCase()}`
      ? "its id is not that of its entry"
      : !(at >= Date.parse(from) && at < Date.parse(to))
        ? "it is not of the statement's time"
        : undefined;
  return problem === undefined ? undefined : { line: line.sequence, problem };
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
    line.ledger_type,
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

const isSame = (a: Before, b: Before): boolean =>
  a.sequence === b.sequence &&
  a.hash === b.hash &&
  equal(a.available, b.available) &&
  equal(a.locked, b.locked);
