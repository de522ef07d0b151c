import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Sprout } from "lucide-react";
import { useSubject } from "../api/review.ts";
import { differenceOf, isPositive } from "../decimal.ts";
import { type Text, text, useSay } from "../language.tsx";
import { PairIcon } from "../trade/market-list.tsx";
import { liquidityQuery } from "../trade/queries.ts";
import { LinkButton } from "../ui/button.tsx";
import { Shares, Short, Stat, Stats } from "../ui/figures.tsx";
import { ApiCall, Loaded } from "../ui/list.tsx";
import { Amount, Percent, Time } from "../ui/money.tsx";
import { Badge, type BadgeTone, Card, Empty, Page } from "../ui/surface.tsx";
import { DepositDialog, HarvestDialog, WithdrawDialog } from "./farm-dialogs.tsx";
import { type Farm, type FarmPosition, farmPositionsQuery, farmsQuery } from "./queries.ts";

/** Farms: rewards for shares of the exchange's pools. */

const route = getRouteApi("/earn/farms");

export default function Farms() {
  const say = useSay();
  const { deposit, withdraw, harvest } = route.useSearch();
  const navigate = route.useNavigate();
  const farms = useQuery(farmsQuery);
  const positions = useQuery(farmPositionsQuery);
  const pools = useQuery(liquidityQuery);
  const close = () => navigate({ search: {}, resetScroll: false });
  const find = (id: string | undefined) => positions.data?.find((one) => one.id === id);
  const farm = farms.data?.find(({ id }) => id === deposit);
  const withdrawn = useSubject(withdraw, find(withdraw));
  const harvested = useSubject(harvest, find(harvest));
  const freeOf = (pair: string) => {
    const position = pools.data?.find((one) => one.pair === pair);
    return position ? differenceOf(position.shares, position.farmed_shares) : "0";
  };
  return (
    <Page
      title={say(text("Farms", "Fermes"))}
      lead={say(
        text(
          "Put your pool shares to work. They keep earning swap fees, and rewards on top.",
          "Faites travailler vos parts de pool. Elles gardent les frais d'échange et rapportent des récompenses en plus.",
        ),
      )}
      actions={
        <LinkButton to="/earn" kind="secondary">
          {say(text("Back to Earn", "Retour à Gagner"))}
        </LinkButton>
      }
    >
      <Card flush title={say(text("Your farms", "Vos fermes"))}>
        <Loaded query={positions}>
          {(all) => {
            const open = all.filter(({ status }) => status !== "closed");
            return open.length === 0 ? (
              <Empty
                icon={Sprout}
                title={say(text("Nothing farmed yet", "Rien en ferme"))}
                action={
                  <LinkButton to="/trade/liquidity" kind="secondary">
                    {say(text("Add liquidity", "Ajouter de la liquidité"))}
                  </LinkButton>
                }
              >
                {say(
                  text(
                    "Farms take shares of a pool. Add liquidity to get some.",
                    "Les fermes acceptent des parts de pool. Ajoutez de la liquidité pour en obtenir.",
                  ),
                )}
              </Empty>
            ) : (
              <ul className="divide-y" aria-label={say(text("Your farms", "Vos fermes"))}>
                {open.map((position) => (
                  <Position key={position.id} {...position} />
                ))}
              </ul>
            );
          }}
        </Loaded>
      </Card>
      <Card flush title={say(text("All farms", "Toutes les fermes"))}>
        <Loaded query={farms}>
          {(all) => (
            <ul className="divide-y" aria-label={say(text("All farms", "Toutes les fermes"))}>
              {all.map((one) => (
                <FarmRow key={one.id} farm={one} free={freeOf(one.pair)} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      <ApiCall method="GET" path="/v1/farming/farms" />
      {farm && <DepositDialog key={farm.id} farm={farm} free={freeOf(farm.pair)} onClose={close} />}
      {withdrawn && <WithdrawDialog key={withdrawn.id} position={withdrawn} onClose={close} />}
      {harvested && <HarvestDialog key={harvested.id} position={harvested} onClose={close} />}
    </Page>
  );
}

const iconOf = (pair: string) => {
  const [first = "", second = ""] = pair.split("-");
  return <PairIcon first={first} second={second} />;
};

export const pairName = (pair: string): string => pair.replace("-", " / ");

function Position(position: FarmPosition) {
  const say = useSay();
  const { id, pair, shares, pending_rewards: rewards, reward_asset: reward, value_usd } = position;
  const name = pairName(pair);
  return (
    <li className="flex flex-col gap-4 px-5 py-4 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex items-center gap-3 lg:w-60">
        {iconOf(pair)}
        <div className="min-w-0">
          <h3 className="text-sm font-semibold">{name}</h3>
          <p className="text-sm text-soft">
            <Shares value={shares} />
          </p>
        </div>
      </div>
      <Stats>
        <Stat name={say(text("Worth", "Valeur"))}>
          <Amount value={value_usd} asset="USD" />
        </Stat>
        <Stat name={say(text("Rewards", "Récompenses"))}>
          <span className="text-good">
            <Amount value={rewards} asset={reward} />
          </span>
        </Stat>
        <Stat name={say(text("Harvested so far", "Récolté à ce jour"))}>
          <Amount value={position.harvested_rewards} asset={reward} />
        </Stat>
      </Stats>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          to="."
          search={{ harvest: id }}
          resetScroll={false}
          size="sm"
          aria-label={`${say(HARVEST)}: ${name}`}
        >
          {say(HARVEST)}
        </LinkButton>
        {isPositive(shares) && (
          <LinkButton
            to="."
            search={{ withdraw: id }}
            resetScroll={false}
            kind="secondary"
            size="sm"
            aria-label={`${say(WITHDRAW)}: ${name}`}
          >
            {say(WITHDRAW)}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

const HARVEST = text("Harvest", "Récolter");
const WITHDRAW = text("Withdraw", "Retirer");
const DEPOSIT = text("Deposit", "Déposer");

const statuses: Readonly<Record<Farm["status"], readonly [Text, BadgeTone] | undefined>> = {
  active: undefined,
  finished: [text("Rewards paused", "Récompenses en pause"), "warn"],
  ended: [text("Ended", "Terminée"), "plain"],
};

function FarmRow({ farm, free }: { readonly farm: Farm; readonly free: string }) {
  const say = useSay();
  const { id, pair, status, apr_percent, staked_apr_percent, tvl_usd, period_ends_at } = farm;
  const mark = statuses[status];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-5 py-4 sm:flex">
      {iconOf(pair)}
      <div className="min-w-0 grow">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {pairName(pair)}
          {mark && <Badge tone={mark[1]}>{say(mark[0])}</Badge>}
        </h3>
        <p className="text-sm text-soft">
          <Short value={tvl_usd} currency="USD" /> {say(text("farmed", "en ferme"))}
          {period_ends_at !== null && (
            <>
              <br className="sm:hidden" />
              <span className="hidden sm:inline"> · </span>
              {say(text("rewards until", "récompenses jusqu'au"))} <Time iso={period_ends_at} format="date" />
            </>
          )}
        </p>
        {isPositive(free) && (
          <p className="text-sm text-soft">
            {say(text("You can deposit", "Vous pouvez déposer"))} <Shares value={free} />
          </p>
        )}
      </div>
      <div className="text-right">
        <p className="text-base font-semibold text-good">
          <Percent value={Number(staked_apr_percent ?? apr_percent)} />
        </p>
        <p className="text-xs text-soft">
          {say(
            staked_apr_percent === null
              ? text("a year, at least", "par an, au moins")
              : text("a year", "par an"),
          )}
        </p>
      </div>
      {status !== "ended" &&
        (isPositive(free) ? (
          <LinkButton
            to="."
            search={{ deposit: id }}
            resetScroll={false}
            size="sm"
            className="col-span-full"
            aria-label={`${say(DEPOSIT)}: ${pairName(pair)}`}
          >
            {say(DEPOSIT)}
          </LinkButton>
        ) : (
          <LinkButton
            to="/trade/liquidity"
            search={{ add: pair }}
            kind="secondary"
            size="sm"
            className="col-span-full"
          >
            {say(text("Get shares", "Obtenir des parts"))}
          </LinkButton>
        ))}
    </li>
  );
}
