import { hex } from "./signing.ts";

/**
 * Verifies statements of wallets (`GET /v2/wallets/{id}/statement`) without trust in their source: every hash is
 * recomputed from the content of the lines, and every balance from the previous one.
 */

interface Sum {
  readonly value: string;
  readonly asset: string;
}

/** The state of a wallet at a point of its history. */
export interface StatementStanding {
  readonly balance: Sum;
  readonly available: Sum;
  readonly locked: Sum;
  readonly sequence: string;
  readonly hash: string;
}

/** A line. Its texts for people, `type` and `counterparty`, are not covered by a hash. */
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
  /** Whether there is another page. If so, `closing` is not compared. */
  readonly has_more?: boolean;
}

/** A problem; `line` is the sequence number of the first line that has it. */
export interface StatementProblem {
  readonly line: string | null;
  readonly problem: string;
}

/**
 * Recomputes a statement.
 *
 * The hash of a line covers the wallet's id and the line's `sequence`, `entry`, `entry_hash`, `ledger_type`,
 * `available_change`, `locked_change`, `available`, `locked`, `created_at` and `previous_hash`. Compared with those
 * are every `asset` (the wallet's id ends with it), `amount`, `balance`, the line's `id`, the statement's times, and its
 * opening and closing. `type`, `counterparty`, `livemode` and `current` are not covered.
 * @param statement a single page; or all pages in order, which are verified as a whole
 * @returns the first problem, or undefined
 */
export async function verifyStatement(
  statement: Statement | readonly Statement[],
): Promise<StatementProblem | undefined> {
  if (!isList(statement)) return problemOfPage(stateBefore(statement), statement);
  const [first] = statement;
  if (!first) return { line: null, problem: "the statement has no pages" };
  let before: Before = first.opening;
  for (const page of statement) {
    const isNext =
      page.wallet === first.wallet &&
      isSame(page.opening, first.opening) &&
      isSame(page.page_opening, before);
    if (!isNext) {
      const line = page.data[0]?.sequence ?? null;
      return { line, problem: "the page does not continue the previous page" };
    }
    const found = await problemOfPage(before, page);
    if (found) return found;
    before = page.data.at(-1) ?? before;
  }
  return undefined;
}

const isList = (value: Statement | readonly Statement[]): value is readonly Statement[] =>
  Array.isArray(value);

/** Returns the state before the first line: the statement's opening if the page has its first line. */
const stateBefore = ({ opening, page_opening: own, data }: Statement): Before =>
  data[0] && BigInt(data[0].sequence) === BigInt(opening.sequence) + 1n ? opening : own;

async function problemOfPage(start: Before, statement: Statement): Promise<StatementProblem | undefined> {
  const { wallet, opening, page_opening: own, closing, data, has_more: isPart = false } = statement;
  const found =
    problemOfAsset(statement) ??
    problemOfSum(opening, null) ??
    problemOfSum(own, null) ??
    problemOfSum(closing, null);
  if (found) return found;
  let before = start;
  for (const line of data) {
    const found =
      problemOfOrder(before, line) ??
      problemOfSum(line, line.sequence) ??
      problemOfEntry(statement, line) ??
      (await problemOfHash(wallet, line));
    if (found) return found;
    before = line;
  }
  return isPart || isSame(closing, before)
    ? undefined
    : { line: null, problem: "the lines do not result in the statement's closing" };
}

/** Compares every asset with that of the wallet's id, which the hashes cover. */
function problemOfAsset({ wallet, asset, ...rest }: Statement): StatementProblem | undefined {
  if (!wallet.endsWith(`_${asset.toLowerCase()}`))
    return { line: null, problem: `${asset} is not the asset of ${wallet}` };
  const haveAsset = (...all: readonly Sum[]) => all.every((one) => one.asset === asset);
  const states = [rest.opening, rest.page_opening, rest.closing];
  if (!states.every((one) => haveAsset(one.balance, one.available, one.locked)))
    return { line: null, problem: "an amount has another asset than the wallet" };
  const wrong = rest.data.find(
    (one) =>
      !haveAsset(one.amount, one.available_change, one.locked_change) ||
      !haveAsset(one.balance, one.available, one.locked),
  );
  return wrong && { line: wrong.sequence, problem: "an amount has another asset than the wallet" };
}

/** Compares a line with its entry's id and the statement's times. */
function problemOfEntry({ asset, from, to }: Statement, line: StatementLine): StatementProblem | undefined {
  const at = Date.parse(line.created_at);
  const problem =
    line.id !== `${line.entry}_${asset.toLowerCase()}`
      ? "the id does not match the entry"
      : !(at >= Date.parse(from) && at < Date.parse(to))
        ? "the time is outside the statement"
        : undefined;
  return problem === undefined ? undefined : { line: line.sequence, problem };
}

type Before = Pick<StatementStanding, "available" | "locked" | "sequence" | "hash">;

function problemOfOrder(before: Before, line: StatementLine): StatementProblem | undefined {
  const problem =
    BigInt(line.sequence) !== BigInt(before.sequence) + 1n
      ? `a line is missing: the previous one is ${before.sequence}`
      : line.previous_hash !== before.hash
        ? "previous_hash does not match the previous line"
        : !adds(before.available, line.available_change, line.available) ||
            !adds(before.locked, line.locked_change, line.locked) ||
            !adds(line.available_change, line.locked_change, line.amount)
          ? "the balance does not match the previous line and the change"
          : undefined;
  return problem === undefined ? undefined : { line: line.sequence, problem };
}

/** Compares the sum of the available and the locked amount with the balance. */
const problemOfSum = (
  one: Pick<StatementStanding, "available" | "locked" | "balance">,
  line: string | null,
): StatementProblem | undefined =>
  adds(one.available, one.locked, one.balance)
    ? undefined
    : { line, problem: "available and locked do not add up to the balance" };

async function problemOfHash(wallet: string, line: StatementLine): Promise<StatementProblem | undefined> {
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
    : { line: line.sequence, problem: "the hash does not match the content" };
}

/** Converts a decimal to a whole number with the given number of decimal places. */
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
