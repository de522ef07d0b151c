import { useQueryClient } from "@tanstack/react-query";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { isPositive } from "../decimal.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Toggle } from "../ui/field.tsx";
import { Stat, Stats } from "../ui/figures.tsx";
import { Failure } from "../ui/list.tsx";
import { Meter } from "../ui/meter.tsx";
import { Amount, Percent, Time } from "../ui/money.tsx";
import { lockOf } from "./pools.tsx";
import { type Pool, type Stake, stakesQuery } from "./queries.ts";

/** A stake: its rewards, until when it is locked, and whether it compounds. */

interface StakeCardProps {
  readonly stake: Stake;
  readonly pool: Pool | undefined;
}

export function StakeCard({ stake, pool }: StakeCardProps) {
  const say = useSay();
  const { id, amount, asset, pending_rewards: rewards, voting_power: votes } = stake;
  const title = say(lockOf(pool?.lockPeriod ?? 0));
  return (
    <li className="flex flex-col gap-4 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h3 className="text-sm font-semibold">{title}</h3>
          <p className="text-sm text-soft">
            {pool && <Percent value={Number(pool.apy)} />} {say(text("a year, since", "par an, depuis le"))}{" "}
            <Time iso={stake.created_at} format="date" />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            to="."
            search={{ claim: id }}
            resetScroll={false}
            size="sm"
            disabled={!isPositive(rewards)}
            aria-label={`${say(text("Claim", "Percevoir"))}: ${title}`}
          >
            {say(text("Claim", "Percevoir"))}
          </LinkButton>
          <LinkButton
            to="."
            search={{ unstake: id }}
            resetScroll={false}
            kind="secondary"
            size="sm"
            aria-label={`${say(text("Unstake", "Retirer"))}: ${title}`}
          >
            {say(text("Unstake", "Retirer"))}
          </LinkButton>
        </div>
      </div>
      <Stats>
        <Stat name={say(text("Staked", "Mis en jeu"))}>
          <Amount value={amount} asset={asset} />
        </Stat>
        <Stat name={say(text("Rewards", "Récompenses"))}>
          <span className="text-good">
            <Amount value={rewards} asset={asset} />
          </span>
        </Stat>
        <Stat name={say(text("Votes", "Votes"))}>
          <Amount value={votes} asset={asset} />
        </Stat>
      </Stats>
      <Timeline stake={stake} />
      <Compounding stake={stake} />
    </li>
  );
}

const PERCENT = 100;

/** How far the lock has come. */
function Timeline({ stake: { created_at: from, unlocks_at: to } }: { readonly stake: Stake }) {
  const say = useSay();
  if (to === null)
    return (
      <p className="text-sm text-soft">
        {say(text("Can be withdrawn at any time.", "Peut être retirée à tout moment."))}
      </p>
    );
  const [begins, ends] = [Date.parse(from), Date.parse(to)];
  const done = Math.min(1, Math.max(0, (Date.now() - begins) / (ends - begins)));
  const days = Math.max(0, Math.ceil((ends - Date.now()) / 86_400_000));
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <Meter
        label={say(
          text(
            `${Math.round(done * PERCENT)} % of the lock has passed`,
            `${Math.round(done * PERCENT)} % du blocage est écoulé`,
          ),
        )}
        parts={[{ value: done, tone: "accent" }]}
        total={1}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-soft">
        <span>
          {say(text("Staked", "Mise le"))} <Time iso={from} format="date" />
        </span>
        <span>
          {say(text("Unlocks", "Déblocage le"))} <Time iso={to} format="date" />
          {days > 0 && say(text(` · ${days} days left`, ` · encore ${days} jours`))}
        </span>
      </div>
    </div>
  );
}

const COMPOUNDING_ON = text("Compounding is on", "Capitalisation activée");
const COMPOUNDING_OFF = text("Compounding is off", "Capitalisation désactivée");

function Compounding({ stake: { id, compounding, compounds_at } }: { readonly stake: Stake }) {
  const say = useSay();
  const queries = useQueryClient();
  const write = useWrite({
    flow: `compounding.${id}`,
    run: (body: { readonly enabled: boolean }, headers) =>
      dataOf(
        client.PUT("/v1/staking/positions/{id}/compounding", { params: { path: { id } }, headers, body }),
      ),
    onDone: (changed) => {
      queries.setQueryData(stakesQuery.queryKey, (before) =>
        before?.map((one) => (one.id === id ? { ...one, ...changed } : one)),
      );
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <Toggle
        label={say(text("Compound rewards", "Capitaliser les récompenses"))}
        hint={
          compounding && compounds_at !== null ? (
            <>
              {say(text("Next:", "Prochaine :"))} <Time iso={compounds_at} />
            </>
          ) : (
            say(
              text(
                "Rewards are added to the stake each day, and locked with it.",
                "Chaque jour, les récompenses s'ajoutent à la mise et sont bloquées avec elle.",
              ),
            )
          )
        }
        checked={write.isPending ? write.variables.enabled : compounding}
        disabled={write.isPending}
        onChange={({ target }) => write.mutate({ enabled: target.checked })}
      />
      <Failure problem={write.error} />
      <p role="status" className="sr-only">
        {write.isSuccess && say(compounding ? COMPOUNDING_ON : COMPOUNDING_OFF)}
      </p>
    </div>
  );
}
