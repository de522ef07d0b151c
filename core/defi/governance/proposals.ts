import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { proposalContent, proposalState } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import type { Page, Proposal, ProposalState, Status, Tally } from "./schema.ts";
import { NOTHING, stateKey, stateOf, sumOf, tallies, tallyKeys } from "./state.ts";
import { statusOf } from "./status.ts";

/** Reads proposals. Their status depends on the time, whether or not the schedule has run. */

/** Returns a proposal. @throws PROPOSAL_NOT_FOUND */
export async function fromId(mode: Mode, proposalId: string): Promise<Proposal> {
  const ref = { mode, proposalId };
  const [state, content, ...shards] = await Table.getMany([
    stateKey(ref),
    proposalContent.key(ref),
    ...tallyKeys(ref),
  ]);
  return proposalOf(stateOf(state), content, sumOf(shards), Clock.nowMs());
}

interface Filter {
  readonly status?: Status | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Returns a page of the proposals of a status, or of all, newest first. */
export async function list(mode: Mode, { status, page, limit }: Filter): Promise<Page> {
  const { matching, endedTallies, nowMs } = await listStates(mode, status);
  return {
    proposals: await withContent(matching.slice((page - 1) * limit, page * limit), endedTallies, nowMs),
    totalCount: matching.length,
    page,
    totalPages: Math.ceil(matching.length / limit),
  };
}

/**
 * Returns a page of the proposals of a status, or of all, newest first, after a proposal. New proposals do not shift the
 * pages.
 * @param after the id of the last proposal on the previous page
 * @returns `next`, the last id of the page, if there are more
 */
export async function listAfter(
  mode: Mode,
  { status, after, limit }: Pick<Filter, "status" | "limit"> & { readonly after?: string | undefined },
): Promise<{ readonly proposals: Proposal[]; readonly next: string | undefined }> {
  const { matching, endedTallies, nowMs } = await listStates(mode, status);
  // Ids sort by creation time.
  const older = matching.filter(({ proposalId }) => after === undefined || proposalId < after);
  const page = older.slice(0, limit);
  const next = older.length > limit ? page.at(-1)?.proposalId : undefined;
  return { proposals: await withContent(page, endedTallies, nowMs), next };
}

async function listStates(mode: Mode, status: Status | undefined) {
  const items = await Table.queryAll({ pk: proposalState.partition({ mode }), newestFirst: true });
  const nowMs = Clock.nowMs();
  const states = items.map(stateOf);
  const undecided = status === undefined ? [] : states.filter((state) => isUndecided(state, nowMs));
  const endedTallies = await tallies(undecided);
  const matching = states.filter(
    (state) => status === undefined || statusOf(state, tallyOf(state, endedTallies), nowMs) === status,
  );
  return { matching, endedTallies, nowMs };
}

/** Returns whether voting is over and its outcome not yet recorded. Only then does the status depend on the shards. */
const isUndecided = (state: ProposalState, nowMs: number): boolean =>
  state.tally === undefined && state.cancelledAt === undefined && nowMs > state.endMs;

const tallyOf = (state: ProposalState, read: ReadonlyMap<string, Tally>): Tally =>
  state.tally ?? read.get(state.proposalId) ?? NOTHING;

/** Adds content and tallies to the proposals of a page. */
async function withContent(
  states: readonly ProposalState[],
  endedTallies: ReadonlyMap<string, Tally>,
  nowMs: number,
): Promise<Proposal[]> {
  const open = states.filter(
    (state) => state.tally === undefined && nowMs >= state.startMs && !endedTallies.has(state.proposalId),
  );
  const [contents, openTallies] = await Promise.all([
    Table.getMany(states.map(proposalContent.key)),
    tallies(open),
  ]);
  const read = new Map([...endedTallies, ...openTallies]);
  return states.map((state, index) => proposalOf(state, contents[index], tallyOf(state, read), nowMs));
}

function proposalOf(
  state: ProposalState,
  content: Table.Item | undefined,
  read: Tally,
  nowMs: number,
): Proposal {
  if (!content) throw fail(ProposalNotFound);
  const tally = state.tally ?? read;
  return { ...proposalContent.parse(content), state, tally, status: statusOf(state, tally, nowMs) };
}
