import { isMore, sumOf, unitsOf } from "../decimal.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { formatShort, Short } from "../ui/figures.tsx";
import { Meter } from "../ui/meter.tsx";
import { Percent } from "../ui/money.tsx";
import { voteNames } from "./names.tsx";
import type { Summary } from "./queries.ts";

/** The votes on a proposal against its quorum. */

type Votes = Pick<Summary, "forVotes" | "againstVotes" | "abstainVotes" | "quorumVotes">;

const partsOf = ({ forVotes, againstVotes, abstainVotes }: Votes) =>
  [
    { key: "for", votes: forVotes, tone: "good" },
    { key: "against", votes: againstVotes, tone: "bad" },
    { key: "abstain", votes: abstainVotes, tone: "soft" },
  ] as const;

/** Votes for it and abstentions count for the quorum. */
export const quorumOf = ({ forVotes, abstainVotes, quorumVotes }: Votes) => {
  const counted = sumOf(forVotes, abstainVotes);
  return { counted, isReached: !isMore(quorumVotes, counted) };
};

/** One bar: how the votes are split, and where the quorum is. */
export function QuorumBar(votes: Votes) {
  const { say, language } = useLanguage();
  const { counted, isReached } = quorumOf(votes);
  const parts = partsOf(votes);
  const cast = parts.reduce((sum, one) => sum + Number(one.votes), 0);
  const quorum = Number(votes.quorumVotes);
  const figures = parts.map(
    ({ key, votes: value }) => `${say(voteNames[key][0])} ${formatShort(Number(value), language)}`,
  );
  const quorumText = say(
    isReached
      ? text("Quorum reached", "Quorum atteint")
      : text(
          `${formatShort(Number(counted), language)} of ${formatShort(quorum, language)} for the quorum`,
          `${formatShort(Number(counted), language)} sur ${formatShort(quorum, language)} pour le quorum`,
        ),
  );
  return (
    <div className="flex flex-col gap-1.5">
      <Meter
        label={[...figures, quorumText].join(", ")}
        parts={parts.map(({ votes: value, tone }) => ({ value: Number(value), tone }))}
        total={Math.max(cast, quorum)}
        mark={quorum}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span>
          <span className="text-good">{figures[0]}</span> · <span className="text-bad">{figures[1]}</span> ·{" "}
          {figures[2]}
        </span>
        <span>{quorumText}</span>
      </div>
    </div>
  );
}

/** A line for each kind of vote, with its share of the votes cast. */
export function Tally(votes: Votes) {
  const say = useSay();
  const parts = partsOf(votes);
  const cast = parts.reduce((sum, one) => sum + Number(one.votes), 0);
  return (
    <ul className="flex flex-col gap-4 text-sm">
      {parts.map(({ key, votes: value, tone }) => {
        const share = cast === 0 ? 0 : (Number(value) / cast) * 100;
        return (
          <li key={key} className="flex flex-col gap-1.5">
            <div className="flex justify-between gap-4">
              <span className="font-medium">{say(voteNames[key][0])}</span>
              <span className="text-soft">
                <Short value={value} /> · <Percent value={share} />
              </span>
            </div>
            <Meter
              label={`${say(voteNames[key][0])}: ${Math.round(share)} %`}
              parts={[{ value: share, tone }]}
              total={100}
            />
          </li>
        );
      })}
    </ul>
  );
}

export const hasPower = (power: string | undefined): boolean => unitsOf(power ?? "0") > 0n;
