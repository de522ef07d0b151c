import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { isMore } from "../decimal.ts";
import { type Text, text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Stat, Stats } from "../ui/figures.tsx";
import { Loaded } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { Card, Skeleton } from "../ui/surface.tsx";
import { TOKEN } from "./actions.ts";
import { powerQuery, termsQuery } from "./queries.ts";

/** What a proposal takes, and whether the user has it. */

const DAY = 86_400;

const daysOf = (seconds: number): Text => {
  const days = Math.round((seconds / DAY) * 10) / 10;
  return days === 1 ? text("1 day", "1 jour") : text(`${days} days`, `${days} jours`);
};

export function Requirements() {
  const say = useSay();
  const terms = useQuery(termsQuery);
  const { data: power } = useQuery(powerQuery);
  return (
    <Card title={say(text("What it takes", "Conditions"))}>
      <Loaded query={terms} skeleton={<Skeleton className="h-16 w-full" />}>
        {({ proposalThreshold, quorumVotes, votingDelaySeconds, votingPeriodSeconds, timelockSeconds }) => {
          const isEnough = power === undefined ? undefined : !isMore(proposalThreshold, power.totalPower);
          return (
            <div className="flex flex-col gap-5">
              <Stats>
                <Stat name={say(text("Votes to propose", "Votes pour proposer"))}>
                  <Amount value={proposalThreshold} asset={TOKEN} />
                </Stat>
                <Stat name={say(text("Quorum", "Quorum"))}>
                  <Amount value={quorumVotes} asset={TOKEN} />
                </Stat>
                <Stat name={say(text("Voting starts after", "Vote après"))}>
                  {say(daysOf(votingDelaySeconds))}
                </Stat>
                <Stat name={say(text("Voting lasts", "Durée du vote"))}>
                  {say(daysOf(votingPeriodSeconds))}
                </Stat>
                <Stat name={say(text("Executed after another", "Exécution après encore"))}>
                  {say(daysOf(timelockSeconds))}
                </Stat>
              </Stats>
              {power && isEnough !== undefined && (
                <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
                  {isEnough ? (
                    <CircleCheck className="size-5 text-good" aria-hidden />
                  ) : (
                    <CircleAlert className="size-5 text-warn" aria-hidden />
                  )}
                  <span>
                    {say(text("You have", "Vous avez"))}{" "}
                    <Amount value={power.totalPower} asset={TOKEN} className="font-semibold" />
                    {isEnough
                      ? say(text(": enough to propose.", " : assez pour proposer."))
                      : say(text(": not enough yet.", " : pas encore assez."))}
                  </span>
                  {!isEnough && (
                    <LinkButton to="/trade" search={{ to: TOKEN }} kind="secondary" size="sm">
                      {say(text(`Get ${TOKEN}`, `Obtenir des ${TOKEN}`))}
                    </LinkButton>
                  )}
                </div>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
