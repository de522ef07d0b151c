import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Sprout } from "lucide-react";
import { useSubject } from "../api/review.ts";
import { sumOf } from "../decimal.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Stat, Stats } from "../ui/figures.tsx";
import { ApiCall, Loaded } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { Card, Empty, Page } from "../ui/surface.tsx";
import { Calculator } from "./calculator.tsx";
import { Pools } from "./pools.tsx";
import { poolsQuery, rewardsQuery, type Stake, stakesQuery } from "./queries.ts";
import { Rewards } from "./rewards.tsx";
import { StakeDialog } from "./stake.tsx";
import { StakeCard } from "./stake-card.tsx";
import { ClaimDialog, UnstakeDialog } from "./unstake.tsx";

/** Staking: the pools, what they would pay, and the user's stakes. */

const route = getRouteApi("/earn");

export default function Earn() {
  const say = useSay();
  const { stake, unstake, claim } = route.useSearch();
  const navigate = route.useNavigate();
  const pools = useQuery(poolsQuery);
  const stakes = useQuery(stakesQuery);
  const close = () => navigate({ search: {}, resetScroll: false });
  const chosen = pools.data?.find(({ id }) => id === stake);
  const find = (wanted: string | undefined) => stakes.data?.find(({ id }) => id === wanted);
  const withdrawn = useSubject(unstake, find(unstake));
  const claimed = useSubject(claim, find(claim));
  return (
    <Page
      waitsFor={[pools, stakes, useQuery(rewardsQuery)]}
      title={say(text("Earn", "Gagner"))}
      lead={say(
        text(
          "Stake the platform's token for rewards and votes.",
          "Mettez en jeu le jeton de la plateforme pour des récompenses et des votes.",
        ),
      )}
      actions={
        <LinkButton to="/earn/farms" kind="secondary">
          <Sprout className="size-4" aria-hidden />
          {say(text("Farms", "Fermes"))}
        </LinkButton>
      }
    >
      <Loaded query={stakes}>
        {(all) => (
          <>
            {all.length > 0 && <Totals stakes={all} />}
            <Card title={say(text("Your stakes", "Vos mises"))} flush>
              {all.length === 0 ? (
                <Empty icon={Sprout} title={say(text("Nothing staked yet", "Aucune mise"))}>
                  {say(
                    text(
                      "Choose a pool below. Rewards accrue every second from then on.",
                      "Choisissez un pool ci-dessous. Les récompenses courent ensuite chaque seconde.",
                    ),
                  )}
                </Empty>
              ) : (
                <ul className="divide-y" aria-label={say(text("Your stakes", "Vos mises"))}>
                  {all.map((one) => (
                    <StakeCard
                      key={one.id}
                      stake={one}
                      pool={pools.data?.find(({ id }) => id === one.pool)}
                    />
                  ))}
                </ul>
              )}
            </Card>
          </>
        )}
      </Loaded>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <Loaded query={pools}>{(all) => <Pools pools={all} />}</Loaded>
        <Loaded query={pools}>{(all) => <Calculator pools={all} />}</Loaded>
      </div>
      <Rewards />
      <ApiCall method="GET" path="/v1/staking/positions?status=active" />
      {chosen && <StakeDialog key={chosen.id} pool={chosen} onClose={close} />}
      {withdrawn && <UnstakeDialog key={withdrawn.id} stake={withdrawn} onClose={close} />}
      {claimed && <ClaimDialog key={claimed.id} stake={claimed} onClose={close} />}
    </Page>
  );
}

function Totals({ stakes }: { readonly stakes: readonly Stake[] }) {
  const say = useSay();
  const asset = stakes[0]?.asset ?? "";
  const total = (amountOf: (one: Stake) => string) =>
    stakes.reduce((sum, one) => sumOf(sum, amountOf(one)), "0");
  return (
    <Card>
      <Stats>
        <Stat name={say(text("Staked", "Mis en jeu"))}>
          <Amount value={total(({ amount }) => amount)} asset={asset} />
        </Stat>
        <Stat name={say(text("Rewards to claim", "Récompenses à percevoir"))}>
          <span className="text-good">
            <Amount value={total((one) => one.pending_rewards)} asset={asset} />
          </span>
        </Stat>
        <Stat name={say(text("Votes of your stakes", "Votes de vos mises"))}>
          <Amount value={total((one) => one.voting_power)} asset={asset} />
        </Stat>
      </Stats>
    </Card>
  );
}
