import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { proposalBody } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import { proposalActivated, proposalCancelled, proposalDefeated, proposalQueued } from "./events.ts";
import { applied, execute } from "./execute.ts";
import { DUE_PARTITION, headKey, headOf, transition } from "./head.ts";
import { pooled } from "./pooled.ts";
import { type Body, bodyItem, type Head } from "./schema.ts";
import { etaMs, expiryMs, passes } from "./status.ts";
import { close } from "./tally.ts";
import { about, counts } from "./told.ts";

/**
 * The schedule of proposals. A proposal's status follows from the time; this keeps each transition once, with its event in
 * the same transaction, and executes what has passed when its timelock is over.
 */

const BATCH = 100;
/** How many proposals are taken further at a time. */
const AT_ONCE = 10;
/** How often a transition of one proposal may be overtaken before it is left to the next run. */
const MAX_OVERTAKEN = 5;

/**
 * Makes every transition that is due by now. A proposal that cannot be taken further does not keep the others from it.
 * @returns how many transitions were made
 * @throws AggregateError of what went wrong, once all others are done
 */
export async function advance(): Promise<number> {
  const upTo = Clock.nowIso();
  const errors: unknown[] = [];
  let made = 0;
  let after: Table.Item | undefined;
  const attempt = async ({ sk: proposalId }: Table.Item): Promise<number> => {
    try {
      return await settle(String(proposalId));
    } catch (error) {
      log.error("a proposal could not be advanced", { proposalId, error });
      errors.push(error);
      return 0;
    }
  };
  // Page by page and never back: the index may for a moment still show what was just changed.
  do {
    const page: Table.Page = await Table.query({
      index: "due",
      pk: DUE_PARTITION,
      upTo,
      limit: BATCH,
      after,
    });
    // What waits for its execution keeps its order: of two that set the same thing the later one is to hold.
    const [waiting, others] = parted(page.items, (item) => item["queuedAt"] !== undefined);
    const counts = await Promise.all([pooled(others, AT_ONCE, attempt), pooled(waiting, 1, attempt)]);
    made += counts.flat().reduce((sum, count) => sum + count, 0);
    after = page.next;
  } while (after);
  if (errors.length > 0) throw new AggregateError(errors, "proposals could not be advanced");
  return made;
}

/** Those things of which it is true, and the others. */
const parted = <T>(things: readonly T[], isTrue: (thing: T) => boolean): [T[], T[]] => [
  things.filter(isTrue),
  things.filter((thing) => !isTrue(thing)),
];

/** Takes one proposal as far as it goes by now. @returns how many transitions were made */
async function settle(proposalId: string): Promise<number> {
  let made = 0;
  for (let overtaken = 0; overtaken < MAX_OVERTAKEN; ) {
    const [item, body] = await Table.getMany([headKey(proposalId), proposalBody.key({ proposalId })]);
    if (!body) throw fail(ProposalNotFound);
    const step = next(headOf(item), bodyItem.parse(body), Clock.nowMs());
    if (!step) return made;
    if (await step()) made++;
    else {
      overtaken++;
      await Table.pause(overtaken);
    }
  }
  return made;
}

/** Makes a transition. @returns false where another writer was faster */
type Step = () => Promise<boolean>;

/** The transition that is due, if one is. */
function next(head: Head, body: Body, nowMs: number): Step | undefined {
  if (head.executedAt !== undefined || head.cancelledAt !== undefined) return undefined;
  if (head.activatedAt === undefined) return nowMs >= head.startMs ? () => activate(head, body) : undefined;
  if (head.tally === undefined) return nowMs > head.endMs ? () => decide(head, body) : undefined;
  if (head.queuedAt === undefined) return undefined;
  if (nowMs >= expiryMs(head)) return () => expire(head, body);
  // Its eta at first, then the next attempt after one that failed.
  const isDue = head.dueSk !== undefined && head.dueSk <= new Date(nowMs).toISOString();
  return isDue ? () => execute(head, body) : undefined;
}

// The end is still within the voting period, so what comes after it is due a millisecond later.
const activate = (head: Head, body: Body) =>
  applied([
    transition(head, { activatedAt: Clock.nowIso() }, head.endMs + 1),
    Outbox.write(proposalActivated, about(head, body.title)),
  ]);

/** Closes the votes and keeps their outcome. */
async function decide(head: Head, body: Body): Promise<boolean> {
  const tally = await close(head.proposalId);
  const told = { ...about(head, body.title), ...counts(head, tally) };
  if (!passes(tally, head.quorum))
    return applied([transition(head, { tally }, undefined), Outbox.write(proposalDefeated, told)]);
  const eta = new Date(etaMs(head)).toISOString();
  return applied([
    transition(head, { tally, queuedAt: Clock.nowIso() }, etaMs(head)),
    Outbox.write(proposalQueued, { ...told, eta }),
  ]);
}

const expire = (head: Head, body: Body) =>
  applied([
    transition(
      head,
      { cancelledAt: Clock.nowIso(), cancelReason: `Not executed in time: ${head.failure ?? "never tried"}` },
      undefined,
    ),
    Outbox.write(proposalCancelled, { ...about(head, body.title), why: "expired" }),
  ]);
