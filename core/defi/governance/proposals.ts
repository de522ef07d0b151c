import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { proposalBody, proposalHead } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import { headKey, headOf } from "./head.ts";
import { bodyItem, type Head, type Page, type Proposal, type Status, type Tally } from "./schema.ts";
import { statusOf } from "./status.ts";
import { NOTHING, sumOf, tallies, tallyKeys } from "./tally.ts";

/** Proposals as they stand at this instant: the status follows from the time, whether or not the schedule has run. */

/** One proposal. @throws PROPOSAL_NOT_FOUND */
export async function fromId(proposalId: string): Promise<Proposal> {
  const keys = [headKey(proposalId), proposalBody.key({ proposalId }), ...tallyKeys(proposalId)];
  const [head, body, ...shards] = await Table.getMany(keys);
  return shown(headOf(head), body, sumOf(shards), Clock.nowMs());
}

export interface Wanted {
  readonly status?: Status | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** A page of the proposals that have a status now, newest first. */
export async function list({ status, page, limit }: Wanted): Promise<Page> {
  const items = await Table.queryAll({ pk: proposalHead.partition({}), newestFirst: true });
  const nowMs = Clock.nowMs();
  const heads = items.map(headOf);
  const undecided = status === undefined ? [] : heads.filter((head) => isUndecided(head, nowMs));
  const early = await tallies(undecided.map(({ proposalId }) => proposalId));
  const wanted = heads.filter(
    (head) => status === undefined || statusOf(head, known(head, early), nowMs) === status,
  );
  const onPage = wanted.slice((page - 1) * limit, page * limit);
  return {
    proposals: await filled(onPage, early, nowMs),
    totalCount: wanted.length,
    page,
    totalPages: Math.ceil(wanted.length / limit),
  };
}

/** Whether voting is over and its outcome is not yet kept: only then does the status depend on the shards. */
const isUndecided = (head: Head, nowMs: number): boolean =>
  head.tally === undefined && head.cancelledAt === undefined && nowMs > head.endMs;

const known = (head: Head, read: ReadonlyMap<string, Tally>): Tally =>
  head.tally ?? read.get(head.proposalId) ?? NOTHING;

/** The proposals of a page, with what they say and how the votes are. */
async function filled(
  heads: readonly Head[],
  early: ReadonlyMap<string, Tally>,
  nowMs: number,
): Promise<Proposal[]> {
  const open = heads.filter(
    (head) => head.tally === undefined && nowMs >= head.startMs && !early.has(head.proposalId),
  );
  const [bodies, late] = await Promise.all([
    Table.getMany(heads.map(({ proposalId }) => proposalBody.key({ proposalId }))),
    tallies(open.map(({ proposalId }) => proposalId)),
  ]);
  const read = new Map([...early, ...late]);
  return heads.map((head, index) => shown(head, bodies[index], known(head, read), nowMs));
}

function shown(head: Head, body: Table.Item | undefined, read: Tally, nowMs: number): Proposal {
  if (!body) throw fail(ProposalNotFound);
  const tally = head.tally ?? read;
  return { ...bodyItem.parse(body), head, tally, status: statusOf(head, tally, nowMs) };
}
