import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { client, dataOf } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { ApiCall, Definitions, Failure, fact, problemAt } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Card, Skeleton } from "../ui/surface.tsx";
import { TOKEN } from "./actions.ts";
import { VoteBadge, voteNames } from "./names.tsx";
import { ownVoteQuery, type Proposal, powerQuery, type VoteType } from "./queries.ts";

/** The user's vote on a proposal: what was cast, or the ballot. */

interface Ballot {
  readonly voteType?: VoteType | undefined;
  readonly reason: string;
  readonly isReviewed: boolean;
}

const EMPTY: Ballot = { reason: "", isReviewed: false };
const kinds: readonly VoteType[] = ["for", "against", "abstain"];
const TITLE = text("Your vote", "Votre vote");

export function VoteCard({ proposal }: { readonly proposal: Proposal }) {
  const say = useSay();
  const { data: power } = useQuery(powerQuery);
  const { data: cast, isPending } = useQuery(ownVoteQuery(proposal.id, power?.address));
  if (isPending)
    return (
      <Card title={say(TITLE)}>
        <Skeleton className="h-24 w-full" />
      </Card>
    );
  if (cast)
    return (
      <Card title={say(TITLE)}>
        <div role="status" className="flex flex-col gap-3 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <VoteBadge voteType={cast.voteType} />
            <span className="font-semibold">
              <Amount value={cast.votingPower} asset={TOKEN} />
            </span>
          </p>
          {cast.reason && <p className="text-soft">“{cast.reason}”</p>}
          <p className="text-soft">
            <Time iso={cast.timestamp} />
          </p>
        </div>
      </Card>
    );
  if (proposal.status === "active") return <BallotCard proposal={proposal} />;
  if (proposal.status !== "pending") return null;
  return (
    <Card title={say(TITLE)}>
      <p className="text-sm text-soft">
        {say(text("Voting starts", "Le vote commence le"))} <Time iso={proposal.startTime} />.{" "}
        {say(
          text("Your votes one minute before that count.", "Vos votes une minute avant ce moment comptent."),
        )}
      </p>
    </Card>
  );
}

function BallotCard({ proposal: { id, title } }: { readonly proposal: Proposal }) {
  const say = useSay();
  const group = useId();
  const queries = useQueryClient();
  const [ballot, setBallot, clear] = useDraft<Ballot>(`vote.${id}`, EMPTY);
  const { voteType, reason, isReviewed } = ballot;
  const path = "/api/defi/governance/proposals/{id}/vote" as const;
  const body = { voteType: voteType ?? "abstain", ...(reason.trim() !== "" && { reason: reason.trim() }) };
  const write = useWrite({
    flow: `vote.${id}`,
    run: (sent: typeof body, headers) =>
      dataOf(client.POST(path, { params: { path: { id } }, headers, body: sent })),
    changes: [],
    onDone: async () => {
      clear();
      await queries.invalidateQueries({ queryKey: ["governance"] });
    },
  });
  if (isReviewed && voteType)
    return (
      <Card title={say(text("Check your vote", "Vérifiez votre vote"))}>
        <div className="flex flex-col gap-4">
          <Definitions
            items={[
              fact(say(text("Proposal", "Proposition")), title),
              fact(say(TITLE), <VoteBadge voteType={voteType} />),
              reason.trim() !== "" && fact(say(text("Reason", "Raison")), reason),
            ]}
          />
          <p className="text-sm text-soft">
            {say(
              text(
                "A vote is final. Locked stakes that add to it stay locked until voting ends.",
                "Un vote est définitif. Les mises bloquées qui le renforcent le restent jusqu'à la fin du vote.",
              ),
            )}
          </p>
          <Failure problem={write.error} />
          <Button busy={write.isPending} onClick={() => !write.isPending && write.mutate(body)}>
            {say(text(`Vote: ${voteNames[voteType][0].en}`, `Voter : ${voteNames[voteType][0].fr}`))}
          </Button>
          <Button
            kind="secondary"
            disabled={write.isPending}
            onClick={() => setBallot({ ...ballot, isReviewed: false })}
          >
            {say(text("Back", "Retour"))}
          </Button>
          <ApiCall method="POST" path={path.replace("{id}", id)} body={body} />
        </div>
      </Card>
    );
  return (
    <Card title={say(TITLE)}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.reset();
          setBallot({ ...ballot, isReviewed: true });
        }}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{say(TITLE)}</legend>
          {kinds.map((kind) => (
            <label
              key={kind}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-edge/50 px-3 text-sm font-medium has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name={group}
                value={kind}
                checked={voteType === kind}
                onChange={() => setBallot({ ...ballot, voteType: kind })}
                className="size-4 accent-accent"
              />
              {say(voteNames[kind][0])}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={say(text("Reason (optional, public)", "Raison (facultative, publique)"))}
          value={reason}
          problem={problemAt(write.error, "reason")}
          onChange={({ target }) => setBallot({ ...ballot, reason: target.value })}
        />
        <Button type="submit" disabled={!voteType}>
          {say(text("Review", "Vérifier"))}
        </Button>
      </form>
    </Card>
  );
}
