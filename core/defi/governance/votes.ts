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

/** A page of a proposal's votes. @throws PROPOSAL_NOT_FOUND, INVALID_REQUEST for a cursor of no page */
export async function list(
  mode: Mode,
  proposalId: string,
  { voteType, limit, after }: Filter,
): Promise<VotesPage> {
  if (after !== undefined && !pattern("user").test(after)) throw wrongCursor();
  if (!(await Table.get(stateKey({ mode, proposalId })))) throw fail(ProposalNotFound);
  const found: Vote[] = [];
  for (const shard of after === undefined ? shards : shards.slice(shards.indexOf(shardOf(after)))) {
    const ref = { mode, proposalId, shard };
    const isBehind = after !== undefined && shard === shardOf(after);
    const range = isBehind
      ? { from: castVote.key({ ...ref, voterId: after }).sk }
      : { beginsWith: castVote.prefix };
    for await (const items of Table.pages({ pk: castVote.partition(ref), ...range, limit: limit + 2 })) {
      const votes = items.map((item): Vote => castVote.parse(item));
      found.push(
        ...votes.filter((one) => one.voterId !== after && (voteType ?? one.voteType) === one.voteType),
      );
      if (found.length > limit) return { votes: found.slice(0, limit), next: found[limit - 1]?.voterId };
    }
  }
  return { votes: found, next: undefined };
}
