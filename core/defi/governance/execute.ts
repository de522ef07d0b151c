import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, SvcError } from "../../kernel/errors.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { Posting } from "../../ledger/schema.ts";
import { ensure as ensureWallet } from "../../ledger/wallets/opening.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Actions from "./actions/index.ts";
import { BrokenRule, type Payment, ruleOf } from "./actions/target.ts";
import { proposalExecuted } from "./events.ts";
import { transition } from "./head.ts";
import type { Body, Head } from "./schema.ts";
import { expiryMs } from "./status.ts";
import { about } from "./told.ts";

/** Executing a proposal: all its actions and the mark that it was executed are one transaction. */

/** Between one failed attempt and the next: a minute at first, doubled each time, six hours at most. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** How often a change of a parameter in between may undo an attempt. */
const MAX_RACES = 5;

/**
 * Executes a queued proposal, or keeps why that failed and when it is tried again.
 * @returns whether the proposal is changed; not where another writer was faster
 */
export async function execute(head: Head, body: Body): Promise<boolean> {
  try {
    return await raced(head, body);
  } catch (error) {
    const why = failureOf(error);
    if (why === undefined) throw error;
    log.warn("a proposal could not be executed", { proposalId: head.proposalId, why });
    return applied([failed(head, why)]);
  }
}

/** @returns false once the proposal is no longer what was read */
async function raced(head: Head, body: Body): Promise<boolean> {
  for (let race = 1; race <= MAX_RACES; race++) {
    const done = await attempt(head, body);
    if (done !== "again") return done;
    await Table.pause(race);
  }
  throw fail(Contention);
}

/** One attempt, of how things stand now. */
async function attempt(head: Head, body: Body): Promise<boolean | "again"> {
  const effects = await Actions.effects(body.actions);
  const postings = await paying(effects.flatMap((one) => one.payments ?? []));
  // The mark comes first: its refusal is told from the others' by its place.
  const writes = [
    transition(head, { executedAt: Clock.nowIso() }, undefined),
    ...effects.flatMap((one) => one.writes ?? []),
  ];
  const event = Outbox.write(proposalExecuted, {
    ...about(head, body.title),
    actions: body.actions.length,
  });
  try {
    if (postings.length === 0) await Table.transact([...writes, event]);
    else
      await Ledger.post({
        type: "TREASURY_TRANSFER",
        postings,
        actorId: "governance",
        reason: `proposal ${head.proposalId}`,
        extraWrites: writes,
        events: [event],
        refused: (refusals) => {
          throw new Table.TransactionRefused(refusals);
        },
        result: () => undefined,
      });
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    return error.refusals[0]?.code === "ConditionalCheckFailed" ? false : "again";
  }
}

/** The postings of payments out of the treasury, to wallets that are opened where there are none. */
async function paying(payments: readonly Payment[]): Promise<Posting[]> {
  for (const { userId, asset } of payments) await ensureWallet({ userId }, asset);
  return payments.flatMap(({ userId, asset, amount }) =>
    Ledger.move({ account: "treasury", asset }, walletRef(walletId("live", userId, asset)), amount),
  );
}

/** Why a proposal cannot be executed now, for all to read; undefined where the error says nothing of it, as a bug's does. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof SvcError) return `${error.code}: ${error.message}`;
  if (error instanceof z.ZodError) return ruleOf(error);
  return error instanceof BrokenRule ? error.message : undefined;
}

/** The write that keeps a failure. */
function failed(head: Head, failure: string): Table.Write {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** head.attempts, LONGEST_PAUSE_MS);
  const nextMs = Math.min(Clock.nowMs() + pauseMs, expiryMs(head));
  return transition(head, { attempts: head.attempts + 1, failure }, nextMs);
}

/** Writes a transition of a proposal. @returns false where another writer was faster */
export async function applied(writes: readonly Table.Write[]): Promise<boolean> {
  try {
    await Table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof Table.TransactionRefused) return false;
    throw error;
  }
}
