import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Vote as VoteIcon } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/choice.tsx";
import { ApiCall, Loaded } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Card, Empty } from "../ui/surface.tsx";
import { TOKEN } from "./actions.ts";
import { Address, VoteBadge, voteNames } from "./names.tsx";
import { type Proposal, type Vote, type VoteType, votesQuery } from "./queries.ts";

/** Who has voted, how, and why. */

const route = getRouteApi("/governance/$id");
const kinds: readonly VoteType[] = ["for", "against", "abstain"];
const TITLE = text("Votes", "Votes");

interface VotesProps {
  readonly proposal: Proposal;
  readonly own: string | undefined;
}

export function Votes({ proposal: { id, status }, own }: VotesProps) {
  const say = useSay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const kind = kinds.find((one) => one === search.votes);
  const query = useInfiniteQuery(votesQuery(id, kind));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (status === "pending") return null;
  return (
    <Card
      flush
      title={say(TITLE)}
      actions={
        <Segmented
          label={say(text("Kind of vote", "Type de vote"))}
          value={kind ?? "all"}
          options={[
            { value: "all", label: say(text("All", "Tous")) },
            ...kinds.map((value) => ({ value, label: say(voteNames[value][0]) })),
          ]}
          onChange={(next) =>
            navigate({
              search: { ...search, votes: next === "all" ? undefined : next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Loaded query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ votes }) => votes);
          return all.length === 0 ? (
            <Empty icon={VoteIcon} title={say(text("No votes yet", "Aucun vote"))} />
          ) : (
            <ul className="divide-y" aria-label={say(TITLE)}>
              {all.map((vote) => (
                <VoteRow key={vote.voter} vote={vote} own={own} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {hasNextPage && (
        <div className="px-5 py-3 text-center">
          <Button kind="secondary" size="sm" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {say(text("Load more", "Afficher plus"))}
          </Button>
        </div>
      )}
      <div className="px-5 pb-2">
        <ApiCall method="GET" path={`/api/defi/governance/proposals/${id}/votes`} />
      </div>
    </Card>
  );
}

function VoteRow({ vote, own }: { readonly vote: Vote; readonly own: string | undefined }) {
  const { voter, voteType, votingPower, reason, timestamp } = vote;
  return (
    <li className="flex flex-col gap-1.5 px-5 py-3.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          <Address address={voter} own={own} />
        </span>
        <VoteBadge voteType={voteType} />
        <span className="ml-auto font-medium">
          <Amount value={votingPower} asset={TOKEN} />
        </span>
      </div>
      {reason && <p>{reason}</p>}
      <p className="text-soft">
        <Time iso={timestamp} />
      </p>
    </li>
  );
}
