import { HOUR_MS, toIso } from "../../kernel/time.ts";
import type { Withdrawal } from "./schema.ts";
import { type BankNews, isOver, isUndone } from "./state.ts";

/**
 * Decides the outcomes of withdrawals without a real bank, in a sandbox and at the local runtime's bank, by their
 * destination. Pure.
 */

export const testOutcomes = ["booked", "rejected", "returned", "silent", "refused"] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export const testIbans = {
  /** Booked, like every other account. */
  booked: "DE89370400440532013000",
  rejected: "DE62370400440532013001",
  /** Booked, and returned a minute later. */
  returned: "DE35370400440532013002",
  /** Booked without an event: only a query returns the state. */
  silent: "DE08370400440532013003",
  /** The order itself is rejected. */
  refused: "DE78370400440532013004",
} as const satisfies Readonly<Record<TestOutcome, string>>;

/**
 * Addresses without a key. A withdrawal to any other address is booked, and networks return no transfers. The first
 * Bitcoin address is of the test network, for sandboxes, the second of the main network.
 */
export const testAddresses = {
  rejected: [
    "tb1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqp9tu2ml",
    "bc1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqp0d8eqv",
    "0x1000000000000000000000000000000000000001",
  ],
  silent: [
    "tb1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqztcfu4q",
    "bc1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzp7j0wn",
    "0x1000000000000000000000000000000000000002",
  ],
  refused: [
    "tb1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrkwafgj",
    "bc1qzqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrugx6np",
    "0x1000000000000000000000000000000000000003",
  ],
} as const satisfies Partial<Record<TestOutcome, readonly string[]>>;

export function testOutcomeOf({ iban, address }: Pick<Withdrawal, "iban" | "address">): TestOutcome {
  const hasOutcome = (outcome: TestOutcome): boolean =>
    iban === undefined
      ? Object.entries(testAddresses).some(
          ([name, all]) => name === outcome && all.some((one) => one === address),
        )
      : testIbans[outcome] === iban;
  return testOutcomes.find(hasOutcome) ?? "booked";
}

/** Times after the request: of the payment or rejection, of the return, and of the query about a silent withdrawal. */
export const PAYS_AFTER_MS = 10_000;
export const RETURNS_AFTER_MS = 70_000;
const QUERIED_AFTER_MS = HOUR_MS;

/** The reasons of rejected and returned withdrawals. */
export const REASONS = {
  bank: "AC04: the account is closed",
  chain: "the custodian does not send to this address",
} as const;

/** Returns when the next outcome of a sandbox's withdrawal is due, by its clock; undefined after the last. */
export function nextAt(one: Withdrawal): string | undefined {
  const outcome = testOutcomeOf(one);
  if (isUndone(one) || (isOver(one) && outcome !== "returned")) return undefined;
  const afterMs = isOver(one) ? RETURNS_AFTER_MS : outcome === "silent" ? QUERIED_AFTER_MS : PAYS_AFTER_MS;
  return toIso(Date.parse(one.createdAt) + afterMs);
}

/** Returns the bank's news of the next outcome. */
export function nextNews(one: Withdrawal, position: string): BankNews {
  const outcome = testOutcomeOf(one);
  const reason = one.iban === undefined ? REASONS.chain : REASONS.bank;
  if (isOver(one)) return { state: "returned", reason, position };
  return outcome === "rejected" || outcome === "refused"
    ? { state: "rejected", reason, position }
    : { state: "booked", position };
}
