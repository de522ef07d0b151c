import { HOUR_MS } from "../../kernel/time.ts";
import type { Withdrawal } from "./schema.ts";
import { isOver, isUndone, type Word } from "./state.ts";

/**
 * What becomes of a withdrawal where no bank pays: in a sandbox, and at the bank of the local runtime. Where it goes
 * decides it. Pure.
 */

/** What becomes of one. */
export const fates = ["booked", "rejected", "returned", "silent", "refused"] as const;
export type Fate = (typeof fates)[number];

export const testIbans = {
  /** Booked, as every other account. */
  booked: "DE89370400440532013000",
  rejected: "DE62370400440532013001",
  /** Booked, and a minute later it comes back. */
  returned: "DE35370400440532013002",
  /** Booked, and never told: who asks is answered. */
  silent: "DE08370400440532013003",
  /** Not taken at all. */
  refused: "DE78370400440532013004",
} as const satisfies Readonly<Record<Fate, string>>;

/**
 * Addresses that nobody has a key of. Every other one is booked, and none of what a network carries comes back. Of
 * Bitcoin the first is of the test network, which sandboxes take, the second of the main one.
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
} as const satisfies Partial<Record<Fate, readonly string[]>>;

/** What becomes of what goes there. */
export function fateOf({ iban, address }: Pick<Withdrawal, "iban" | "address">): Fate {
  const isIt = (fate: Fate): boolean =>
    iban === undefined
      ? Object.entries(testAddresses).some(([of, all]) => of === fate && all.some((one) => one === address))
      : testIbans[fate] === iban;
  return fates.find(isIt) ?? "booked";
}

/** When it is paid or rejected, when it comes back, and when somebody asks about what is not told: after the request. */
export const PAYS_AFTER_MS = 10_000;
export const RETURNS_AFTER_MS = 70_000;
const ASKED_AFTER_MS = HOUR_MS;

/** Why what does not arrive does not. */
export const REASONS = {
  bank: "AC04: the account is closed",
  chain: "the custodian does not send to this address",
} as const;

/** When the next thing becomes of a sandbox's withdrawal, by its clock; undefined where that was the last. */
export function nextAt(one: Withdrawal): string | undefined {
  const fate = fateOf(one);
  if (isUndone(one) || (isOver(one) && fate !== "returned")) return undefined;
  const afterMs = isOver(one) ? RETURNS_AFTER_MS : fate === "silent" ? ASKED_AFTER_MS : PAYS_AFTER_MS;
  return new Date(Date.parse(one.createdAt) + afterMs).toISOString();
}

/** What a bank would say of it then. */
export function nextWord(one: Withdrawal, position: string): Word {
  const fate = fateOf(one);
  const reason = one.iban === undefined ? REASONS.chain : REASONS.bank;
  if (isOver(one)) return { state: "returned", reason, position };
  return fate === "rejected" || fate === "refused"
    ? { state: "rejected", reason, position }
    : { state: "booked", position };
}
