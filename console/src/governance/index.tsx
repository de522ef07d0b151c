import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, Vote as VoteIcon } from "lucide-react";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { formatDistance } from "../ui/figures.tsx";
import { ApiCall, Loaded } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { Card, Empty, Page } from "../ui/surface.tsx";
import { categoryNames, StatusBadge, statusNames } from "./names.tsx";
import { PowerCard } from "./power.tsx";
import { powerQuery, proposalsQuery, type Summary, statuses, treasuryQuery } from "./queries.ts";
import { QuorumBar } from "./tally.tsx";
import { TreasuryCard } from "./treasury.tsx";

/** The proposals, the user's votes, and the treasury. */

const route = getRouteApi("/governance");
const PROPOSALS = text("Proposals", "Propositions");

export default function Governance() {
  const say = useSay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = statuses.find((one) => one === search.status);
  const query = useInfiniteQuery(proposalsQuery(status));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Page
      waitsFor={[query, useQuery(powerQuery), useQuery(treasuryQuery)]}
      title={say(text("Governance", "Gouvernance"))}
      actions={
        <LinkButton to="/governance/new">
          <Plus className="size-4" aria-hidden />
          {say(text("New proposal", "Nouvelle proposition"))}
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <Card
            flush
            title={say(PROPOSALS)}
            actions={
              <div className="w-44">
                <Select
                  label={say(text("Status", "Statut"))}
                  value={status ?? ""}
                  options={[
                    { value: "", label: say(text("All", "Toutes")) },
                    ...statuses.map((value) => ({ value, label: say(statusNames[value][0]) })),
                  ]}
                  onChange={({ target }) =>
                    navigate({ search: target.value === "" ? {} : { status: target.value }, replace: true })
                  }
                />
              </div>
            }
          >
            <Loaded query={query}>
              {({ pages }) => {
                const all = pages.flatMap(({ proposals }) => proposals);
                return all.length === 0 ? (
                  <Empty
                    icon={VoteIcon}
                    title={say(
                      status
                        ? text("No proposal has this status", "Aucune proposition n'a ce statut")
                        : text("No proposal yet", "Aucune proposition"),
                    )}
                    action={
                      status && (
                        <LinkButton to="/governance" search={{}} kind="secondary">
                          {say(text("Show all", "Tout afficher"))}
                        </LinkButton>
                      )
                    }
                  />
                ) : (
                  <ul className="divide-y" aria-label={say(PROPOSALS)}>
                    {all.map((one) => (
                      <ProposalRow key={one.id} {...one} />
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
          </Card>
          <ApiCall method="GET" path={`/api/defi/governance/proposals${status ? `?status=${status}` : ""}`} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PowerCard />
          <TreasuryCard />
        </div>
      </div>
    </Page>
  );
}

function ProposalRow(proposal: Summary) {
  const say = useSay();
  const { id, title, category, status } = proposal;
  return (
    <li className="relative flex flex-col gap-3 px-5 py-5 hover:bg-sunken">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <StatusBadge status={status} />
        <span>{say(categoryNames[category])}</span>
        <span className="ml-auto">
          <When {...proposal} />
        </span>
      </div>
      <h3 className="text-base font-semibold">
        <Link to="/governance/$id" params={{ id }} className="after:absolute after:inset-0">
          {title}
        </Link>
      </h3>
      {status !== "pending" && <QuorumBar {...proposal} />}
    </li>
  );
}

/** The next step of a proposal, or its last. */
function When({ status, startTime, endTime, executableAt, executedAt, cancelledAt }: Summary) {
  const { say, language } = useLanguage();
  if (status === "pending")
    return say(
      text(
        `Voting starts ${formatDistance(startTime, "en")}`,
        `Le vote commence ${formatDistance(startTime, "fr")}`,
      ),
    );
  if (status === "active")
    return say(text(`Ends ${formatDistance(endTime, "en")}`, `Se termine ${formatDistance(endTime, "fr")}`));
  if (status === "queued" || status === "succeeded")
    return say(
      text(
        `Executes ${formatDistance(executableAt, "en")}`,
        `Exécution ${formatDistance(executableAt, "fr")}`,
      ),
    );
  return <Time key={language} iso={executedAt ?? cancelledAt ?? endTime} format="date" />;
}
