import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { pairsQuery } from "../trade/queries.ts";
import { buttonClass, LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/list.tsx";
import { Alert, Card, Page, Skeleton } from "../ui/surface.tsx";
import { describe } from "./actions.ts";
import { CancelDialog } from "./cancel.tsx";
import { Markdown } from "./markdown.tsx";
import { Address, categoryNames, isSameAddress, StatusBadge } from "./names.tsx";
import { type Proposal, powerQuery, proposalQuery } from "./queries.ts";
import { QuorumBar, Tally } from "./tally.tsx";
import { Timeline } from "./timeline.tsx";
import { VoteCard } from "./vote.tsx";
import { Votes } from "./votes.tsx";

/** A proposal: its text and actions, its way to execution, and its votes. */

const route = getRouteApi("/governance/$id");

const TITLE = text("Proposal", "Proposition");
const cancellable: readonly Proposal["status"][] = ["pending", "active", "succeeded", "queued"];

export default function ProposalScreen() {
  const say = useSay();
  const { id } = route.useParams();
  const { dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(proposalQuery(id));
  const { data: power } = useQuery(powerQuery);
  const close = () =>
    navigate({ search: (before) => ({ ...before, dialog: undefined }), resetScroll: false });
  return (
    <Loaded
      query={query}
      skeleton={
        <Page title={say(TITLE)}>
          <Skeleton className="h-96 w-full" />
        </Page>
      }
    >
      {(proposal) => {
        const { title, category, proposer, status, discussionUrl, executionError } = proposal;
        const isOwn = isSameAddress(proposer, power?.address);
        return (
          <Page
            title={title}
            lead={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StatusBadge status={status} />
                <span>{say(categoryNames[category])}</span>
                {isOwn ? (
                  <span>{say(text("by you", "par vous"))}</span>
                ) : (
                  <span className="inline-flex items-center gap-1.5">
                    {say(text("by", "par"))} <Address address={proposer} canCopy />
                  </span>
                )}
              </span>
            }
            actions={
              <>
                {discussionUrl && (
                  <a
                    href={discussionUrl}
                    target="_blank"
                    rel="noreferrer nofollow"
                    className={buttonClass({ kind: "secondary" })}
                  >
                    <ExternalLink className="size-4" aria-hidden />
                    {say(text("Discussion", "Discussion"))}
                  </a>
                )}
                {isOwn && cancellable.includes(status) && (
                  <LinkButton to="." search={{ dialog: "cancel" }} resetScroll={false} kind="danger">
                    {say(text("Cancel the proposal", "Annuler la proposition"))}
                  </LinkButton>
                )}
              </>
            }
          >
            {executionError !== null && status !== "executed" && (
              <Alert
                tone="warn"
                title={say(text("The last execution failed", "La dernière exécution a échoué"))}
              >
                {executionError}
              </Alert>
            )}
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:items-start">
              <div className="flex min-w-0 flex-col gap-6">
                <Card>
                  <Markdown source={proposal.description} />
                </Card>
                <Actions actions={proposal.actions} />
              </div>
              <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
                <VoteCard proposal={proposal} />
                <Card
                  title={say(
                    status === "active"
                      ? text("Result so far", "Résultat provisoire")
                      : text("Result", "Résultat"),
                  )}
                >
                  <div className="flex flex-col gap-6">
                    <QuorumBar {...proposal} />
                    <Tally {...proposal} />
                  </div>
                </Card>
                <Timeline {...proposal} />
              </div>
              <Votes proposal={proposal} own={power?.address} />
            </div>
            {dialog === "cancel" && <CancelDialog proposal={proposal} onClose={close} />}
          </Page>
        );
      }}
    </Loaded>
  );
}

/** What the proposal does when it is executed. */
export function Actions({ actions }: Pick<Proposal, "actions">) {
  const say = useSay();
  const { data: pairs = [] } = useQuery(pairsQuery);
  return (
    <Card title={say(text("What it does", "Ce qu'elle fait"))}>
      {actions.length === 0 ? (
        <p className="text-sm text-soft">
          {say(
            text(
              "Nothing by itself: it states what the voters want.",
              "Rien d'elle-même : elle exprime la volonté des votants.",
            ),
          )}
        </p>
      ) : (
        <ol className="flex list-decimal flex-col gap-3 pl-5 text-sm">
          {actions.map((action) => {
            const sentence = describe(action, pairs);
            return (
              <li key={`${action.signature}${action.calldata}`} className="font-medium">
                {sentence ? say(sentence) : action.signature}
                <details className="mt-1 font-normal text-soft">
                  <summary className="cursor-pointer">{say(text("The exact call", "L'appel exact"))}</summary>
                  <p className="mt-1 font-mono text-xs break-all">
                    {action.target} {action.signature} {action.calldata}
                  </p>
                </details>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
