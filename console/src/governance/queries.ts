import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";

/** Proposals, votes, voting power, delegation and treasury. Votes change with the user's money. */

export type Summary = Schemas["ProposalSummary"];
export type Proposal = Schemas["DefiProposal"];
export type Vote = Schemas["DefiVote"];
export type Status = Summary["status"];
export type VoteType = Vote["voteType"];
export type Power = Schemas["DefiVotingPower"];
export type Terms = Schemas["GovernanceParameters"];
export type Treasury = Schemas["Treasury"];

export const statuses: readonly Status[] = [
  "active",
  "pending",
  "succeeded",
  "queued",
  "executed",
  "defeated",
  "cancelled",
];

const PAGE = 10;

export const proposalsQuery = (status: Status | undefined) =>
  infiniteQueryOptions({
    queryKey: ["governance", "proposals", status ?? "all"],
    queryFn: ({ pageParam }) =>
      dataOf(
        client.GET("/api/defi/governance/proposals", {
          params: { query: { page: String(pageParam), limit: String(PAGE), ...(status && { status }) } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    // The list stays while another status is on its way.
    placeholderData: keepPreviousData,
  });

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ["governance", "proposal", id],
    queryFn: () => dataOf(client.GET("/api/defi/governance/proposals/{id}", { params: { path: { id } } })),
    refetchInterval: 30_000,
  });

const VOTES = 20;

export const votesQuery = (id: string, voteType: VoteType | undefined, limit = VOTES) =>
  infiniteQueryOptions({
    queryKey: ["governance", "votes", id, voteType ?? "all"],
    queryFn: ({ pageParam }) =>
      dataOf(
        client.GET("/api/defi/governance/proposals/{id}/votes", {
          params: {
            path: { id },
            query: { limit, ...(voteType && { voteType }), ...(pageParam !== "" && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The vote of an account; null if it has not voted. */
export const ownVoteQuery = (id: string, voter: string | undefined) =>
  queryOptions({
    queryKey: ["governance", "own-vote", id, voter],
    enabled: voter !== undefined,
    queryFn: async () => {
      const { votes } = await dataOf(
        client.GET("/api/defi/governance/proposals/{id}/votes", {
          params: { path: { id }, query: { voter: voter ?? "" } },
        }),
      );
      return votes[0] ?? null;
    },
  });

export const powerQuery = queryOptions({
  queryKey: ["governance", "power"],
  queryFn: () => dataOf(client.GET("/api/defi/governance/voting-power")),
});

export const delegationQuery = queryOptions({
  queryKey: ["governance", "delegation"],
  queryFn: () => dataOf(client.GET("/api/defi/governance/delegation")),
});

export const termsQuery = queryOptions({
  queryKey: ["governance", "terms"],
  queryFn: () => dataOf(client.GET("/api/defi/governance/parameters")),
});

export const treasuryQuery = queryOptions({
  queryKey: ["governance", "treasury"],
  queryFn: () => dataOf(client.GET("/api/defi/governance/treasury")),
});

/** How many of the latest proposals tell who votes regularly. */
const RECENT = 5;
const MOST_VOTES = 100;

export interface ActiveVoter {
  readonly address: string;
  readonly power: string;
  readonly votes: number;
}

/** The accounts that have voted on the latest proposals, the most active and then the most powerful first. */
export const activeVotersQuery = queryOptions({
  queryKey: ["governance", "active-voters"],
  queryFn: async (): Promise<readonly ActiveVoter[]> => {
    const { proposals } = await dataOf(
      client.GET("/api/defi/governance/proposals", { params: { query: { limit: String(RECENT) } } }),
    );
    const pages = await Promise.all(
      proposals.map(({ id }) =>
        dataOf(
          client.GET("/api/defi/governance/proposals/{id}/votes", {
            params: { path: { id }, query: { limit: MOST_VOTES } },
          }),
        ),
      ),
    );
    const voters = new Map<string, ActiveVoter>();
    for (const { voter, votingPower } of pages.flatMap(({ votes }) => votes)) {
      const before = voters.get(voter);
      // The proposals are the newest first, so the first power found is the latest.
      voters.set(voter, {
        address: voter,
        power: before?.power ?? votingPower,
        votes: (before?.votes ?? 0) + 1,
      });
    }
    return [...voters.values()].toSorted(
      (one, other) => other.votes - one.votes || Number(other.power) - Number(one.power),
    );
  },
  staleTime: 60_000,
});
