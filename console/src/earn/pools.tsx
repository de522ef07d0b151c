import { Lock, LockOpen } from "lucide-react";
import { type Text, text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Short } from "../ui/figures.tsx";
import { Percent } from "../ui/money.tsx";
import { Badge, Card } from "../ui/surface.tsx";
import type { Pool } from "./queries.ts";

/** The staking pools with their terms. */

export const lockOf = (days: number): Text =>
  days === 0 ? text("No lock", "Sans blocage") : text(`Locked for ${days} days`, `Bloqué ${days} jours`);

/** A pool's name in the user's language, by its lock. */
export const poolName = (days: number): Text =>
  days === 0 ? text("Flexible", "Flexible") : text(`${days} days`, `${days} jours`);

export function Pools({ pools }: { readonly pools: readonly Pool[] }) {
  const say = useSay();
  return (
    <Card flush title={say(text("Pools", "Pools"))}>
      <ul className="divide-y" aria-label={say(text("Pools", "Pools"))}>
        {pools.map((pool) => (
          <PoolRow key={pool.id} {...pool} />
        ))}
      </ul>
    </Card>
  );
}

function PoolRow({ id, token, apy, tvl, lockPeriod, minStake, votingMultiplier, active }: Pool) {
  const say = useSay();
  const Icon = lockPeriod === 0 ? LockOpen : Lock;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-5 py-4 sm:flex">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
      >
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 grow">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {say(lockOf(lockPeriod))}
          {!active && <Badge>{say(text("Closed to new stakes", "Fermé aux nouvelles mises"))}</Badge>}
        </h3>
        <p className="text-sm text-soft">
          {say(text("From", "À partir de"))} <Short value={minStake} asset={token} />
          {" · "}
          {say(text(`votes × ${votingMultiplier}`, `votes × ${votingMultiplier}`))}
          <span className="hidden sm:inline">
            {" · "}
            <Short value={tvl} asset={token} /> {say(text("staked", "mis en jeu"))}
          </span>
        </p>
      </div>
      <div className="text-right">
        <p className="text-base font-semibold text-good">
          <Percent value={Number(apy)} />
        </p>
        <p className="text-xs text-soft">{say(text("a year", "par an"))}</p>
      </div>
      {active && (
        <LinkButton
          to="."
          search={{ stake: id }}
          resetScroll={false}
          size="sm"
          className="col-span-full"
          aria-label={`${say(text("Stake", "Miser"))}: ${say(lockOf(lockPeriod))}`}
        >
          {say(text("Stake", "Miser"))}
        </LinkButton>
      )}
    </li>
  );
}
