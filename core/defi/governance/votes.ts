import { wrongCursor } from "../../kernel/cursor.ts";
import { fail } from "../../kernel/errors.ts";
import { pattern } from "../../kernel/ids/schema.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { castVote } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import type { Vote, VoteType } from "./schema.ts";
import { stateKey } from "./state.ts";
import { shardOf, shards } from "./tally.ts";

/** The votes that were cast on a proposal, part after part as they are kept. */

export interface Filter {
  readonly voteType?: VoteType | undefined;
  readonly limit: number;
  /** The voter whom the page before ended with, by user id. */
  readonly after?: string | undefined;
}

export interface VotesPage {
  readonly votes: Vote[];
  /** The voter whom the page ends with, where there are more. */
  readonly next: string | undefined;
}

/** How many parts are looked at together once those before were read to their end: of a proposal with few votes most are empty. */
const TOGETHER = 5;

/** A page of a proposal's votes. @throws PROPOSAL_NOT_FOUND, INVALID_REQUEST for a cursor of no page */
export async function list(mode: Mode, proposalId: string, filter: Filter): Promise<VotesPage> {
  const { voteType, limit, after } = filter;
  if (after !== undefined && !pattern("user").test(after)) throw wrongCursor();
  const [first = "", ...others] = after === undefined ? shards : shards.slice(shards.indexOf(shardOf(after)));
  const rangeOf = (shard: string) => partOf({ mode, proposalId, shard }, filter);
  const [state, begun] = await Promise.all([
    Table.get(stateKey({ mode, proposalId })),
    Table.query(rangeOf(first)),
  ]);
  if (!state) throw fail(ProposalNotFound);
  const found: Vote[] = [];
  const take = (items: readonly Table.Item[]): void => {
    const votes = items.map((item): Vote => castVote.parse(item));
    found.push(
      ...votes.filter((one) => one.voterId !== after && (voteType ?? one.voteType) === one.voteType),
    );
  };
  const rest = async (shard: string, page: Table.Page): Promise<void> => {
    take(page.items);
    for (let from = page.next; from && found.length <= limit; ) {
      const more = await Table.query({ ...rangeOf(shard), after: from });
      take(more.items);
      from = more.next;
    }
  };
  await rest(first, begun);
  for (let at = 0; at < others.length && found.length <= limit; at += TOGETHER) {
    const group = others.slice(at, at + TOGETHER);
    const pages = await Promise.all(group.map((shard) => Table.query(rangeOf(shard))));
    for (const [index, shard] of group.entries())
      if (found.length <= limit) await rest(shard, pages[index] ?? { items: [], next: undefined });
  }
  return found.length > limit
    ? { votes: found.slice(0, limit), next: found[limit - 1]?.voterId }
    : { votes: found, next: undefined };
}

/** What is read of a part: from the voter on whom the page before ended with, where that one is in it. */
function partOf(
  ref: { readonly mode: Mode; readonly proposalId: string; readonly shard: string },
  { limit, after }: Filter,
): Table.QueryInput {
  const isBehind = after !== undefined && ref.shard === shardOf(after);
  const range = isBehind
    ? { from: castVote.key({ ...ref, voterId: after }).sk }
    : { beginsWith: castVote.prefix };
  return { pk: castVote.partition(ref), ...range, limit: limit + 2 };
}
