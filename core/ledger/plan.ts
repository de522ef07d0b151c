import { randomUUID } from "node:crypto";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, type SvcError } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Money from "../kernel/money/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import type { Item } from "../platform/table/index.ts";
import { walletKey, walletOf } from "./accounts.ts";
import { type After, type Draft, type Extra, fits, type Known } from "./draft.ts";
import { reversalMark } from "./entity.ts";
import {
  type AccountChange,
  changes,
  counters,
  hashOf,
  historyLines,
  toHistoryItem,
  toItem,
} from "./entry.ts";
import { AccountNotFound, AlreadyReversed, InsufficientBalance } from "./errors.ts";
import { holdSteps } from "./holds.ts";
import { type AccountState, accountState, type Entry } from "./schema.ts";
import { systemSteps } from "./shards.ts";
import type { Step } from "./step.ts";
import { update } from "./update.ts";

/** Turns a draft and what is known of its accounts into the one transaction that writes it. Pure but for id and clock. */

export interface Plan<T> {
  readonly entry: Entry;
  readonly steps: readonly Step[];
  /** The step that keeps the idempotency record; -1 without one. */
  readonly claimAt: number;
  /** The first of the caller's own writes, which come last. */
  readonly extrasAt: number;
  readonly token: string;
  readonly result: T;
}

/** Thrown where what is known contradicts itself, because it was not read in one instant. */
export class Stale extends Error {
  override readonly name = "Stale";
}

/**
 * Plans the transaction.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_NOT_FOUND, PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED
 */
export function plan<T>(draft: Draft<T>, known: Known): Plan<T> {
  const entry = entryOf(draft, known.state);
  const touched = changes(entry.postings);
  const held = holdSteps(entry, known.holds);
  const accounts = touched.flatMap((change) => accountSteps(entry, change, known));
  const after = afterOf(entry, touched, known.state);
  const result = draft.result(after);
  const claim = draft.idempotency ? [{ write: Idempotency.record(draft.idempotency, result) }] : [];
  const own: Step[] = [
    ...claim,
    ...accounts,
    { write: { put: toItem(entry), condition: "attribute_not_exists(pk)" } },
    ...historyLines(entry).map((line) => ({ write: { put: toHistoryItem(line) } })),
    ...held,
    ...reversalStep(entry),
    ...given(draft.events, after),
  ];
  return {
    entry,
    steps: [...own, ...given(draft.extraWrites, after)],
    claimAt: claim.length - 1,
    extrasAt: own.length,
    token: randomUUID(),
    result,
  };
}

function entryOf<T>(draft: Draft<T>, state: AccountState | undefined): Entry {
  if (draft.initiator !== undefined && !state) throw fail(AccountNotFound);
  const content = {
    entryId: Ids.create("entry"),
    type: draft.type,
    postings: draft.postings,
    holds: draft.holds ?? [],
    link:
      draft.initiator === undefined || !state
        ? undefined
        : { initiator: draft.initiator, seq: state.seq + 1n, prevHash: state.head },
    actorId: draft.actorId,
    // The table keeps UTF-8: half a surrogate pair would come back changed, and break the hash.
    reason: draft.reason.toWellFormed(),
    createdAt: Clock.nowIso(),
    reverses: draft.reverses,
  };
  return { ...content, transactionHash: hashOf(content) };
}

function afterOf(entry: Entry, touched: readonly AccountChange[], state: AccountState | undefined): After {
  const { entryId, transactionHash, createdAt } = entry;
  return {
    entryId,
    transactionHash,
    createdAt,
    balances(account) {
      const change = touched.find((one) => one.account === account);
      if (account !== entry.link?.initiator || !change || !state) {
        throw new TypeError(
          `only the initiator's balances are known after an entry, not those of ${account}`,
        );
      }
      return { available: state.available + change.available, held: state.held + change.held };
    },
  };
}

function accountSteps(entry: Entry, change: AccountChange, known: Known): Step[] {
  if (walletOf(change.account) === undefined) return systemSteps(entry, change, known);
  if (change.account === entry.link?.initiator && known.state)
    return [initiatorStep(entry, change, known.state)];
  return [counterpartyStep(entry, change)];
}

/** The initiator is written as a whole over exactly what was read: so its balances after are known, and its chain is one line. */
function initiatorStep(entry: Entry, change: AccountChange, state: AccountState): Step {
  const available = state.available + change.available;
  const held = state.held + change.held;
  if (available < 0n) throw fail(InsufficientBalance, { details: shortage(change, state.available) });
  if (held < 0n) throw new Stale("an account holds less than its holds");
  if (!fits(available) || !fits(held))
    throw fail(Money.InvalidAmount, { message: "The balance would be too large." });
  return {
    write: update(walletKey(change), {
      set: { available, held, head: entry.transactionHash, seq: state.seq + 1n },
      add: counters(entry, change),
      condition: "#head = :seenHead AND #available = :seenAvailable AND #held = :seenHeld",
      values: { ":seenHead": state.head, ":seenAvailable": state.available, ":seenHeld": state.held },
    }),
    learn: (stood) => (stood ? { state: accountState.parse(stood) } : { error: fail(AccountNotFound) }),
  };
}

/** Another user's account is added to unseen: only what the entry takes from it must be there. */
function counterpartyStep(entry: Entry, change: AccountChange): Step {
  const { available, held } = change;
  return {
    write: update(walletKey(change), {
      add: { available, held, ...counters(entry, change) },
      condition: "#available BETWEEN :leastAvailable AND :mostAvailable AND #held >= :leastHeld",
      values: {
        ":leastAvailable": available < 0n ? -available : 0n,
        ":mostAvailable": Money.MAX_AMOUNT - (available > 0n ? available : 0n),
        ":leastHeld": held < 0n ? -held : 0n,
      },
    }),
    learn: (stood) => ({ error: counterpartyError(change, stood) }),
  };
}

function counterpartyError(change: AccountChange, stood: Item | undefined): SvcError {
  if (!stood) return fail(AccountNotFound);
  if (change.available > 0n) return fail(Money.InvalidAmount, { message: "The balance would be too large." });
  return fail(InsufficientBalance, { details: shortage(change) });
}

/** What the caller may know of a shortage; `available` only where it is the caller's own. */
function shortage(change: AccountChange, available?: Money.BaseUnits) {
  const decimals = Assets.find(change.asset)?.decimals ?? 0;
  return {
    required: Money.format(-change.available, decimals),
    ...(available !== undefined && { available: Money.format(available, decimals) }),
    currency: change.asset,
  };
}

function reversalStep({ entryId, reverses }: Entry): Step[] {
  if (reverses === undefined) return [];
  const put = { ...reversalMark.key({ entryId: reverses }), entryId: reverses, reversedBy: entryId };
  return [
    {
      write: { put, condition: "attribute_not_exists(pk)" },
      learn: () => ({ error: fail(AlreadyReversed, { details: { entryId: reverses } }) }),
    },
  ];
}

const given = (extra: Extra | undefined, after: After): Step[] =>
  (typeof extra === "function" ? extra(after) : (extra ?? [])).map((write) => ({ write }));
