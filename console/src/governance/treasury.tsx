import { useQuery } from "@tanstack/react-query";
import { pricesQuery } from "../api/queries.ts";
import { scaled } from "../decimal.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { formatShort, Shares, Short } from "../ui/figures.tsx";
import { Definitions, fact, Loaded } from "../ui/list.tsx";
import { Meter } from "../ui/meter.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { type Treasury, treasuryQuery } from "./queries.ts";

/** What governance may spend, and for how long the rewards last. */
export function TreasuryCard() {
  const say = useSay();
  const query = useQuery(treasuryQuery);
  return (
    <Card title={say(text("Treasury", "Trésorerie"))}>
      <Loaded query={query}>
        {(treasury) => (
          <div className="flex flex-col gap-5">
            <Holdings {...treasury} />
            <Runway {...treasury.rewards} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Holdings({ treasury, poolShares }: Treasury) {
  const say = useSay();
  const { data: prices } = useQuery(pricesQuery);
  const worthOf = (asset: string, balance: string): string =>
    scaled(balance, prices?.find(({ symbol }) => symbol === asset)?.priceEur ?? "0", "1");
  const total = treasury.reduce((sum, { asset, balance }) => sum + Number(worthOf(asset, balance)), 0);
  return (
    <div>
      <p className="text-lg font-semibold tracking-tight">
        <Short value={total} currency="EUR" />
      </p>
      <Definitions
        items={[
          ...treasury.map(({ asset, balance }) => fact(asset, <Amount value={balance} asset={asset} />)),
          ...poolShares.map(({ pairId, shares }) =>
            fact(
              say(text(`Pool ${pairId.replace("-", " / ")}`, `Pool ${pairId.replace("-", " / ")}`)),
              <Shares value={shares} />,
            ),
          ),
        ]}
      />
    </div>
  );
}

/** The account that pays staking rewards: what is owed already, a year of rewards, and the rest. */
function Runway({ asset, balance, owed, perYear, fundedUntil }: Treasury["rewards"]) {
  const { say, language } = useLanguage();
  const rest = Math.max(0, Number(balance) - Number(owed) - Number(perYear));
  const short = (value: number | string) => `${formatShort(Number(value), language)} ${asset}`;
  const label = say(
    text(
      `Staking rewards: ${short(owed)} owed, ${short(perYear)} a year, ${short(rest)} beyond`,
      `Récompenses de staking : ${short(owed)} dus, ${short(perYear)} par an, ${short(rest)} au-delà`,
    ),
  );
  return (
    <div className="flex flex-col gap-2 border-t pt-4">
      <h3 className="text-sm font-semibold">{say(text("Staking rewards", "Récompenses de staking"))}</h3>
      <Meter
        label={label}
        parts={[
          { value: Number(owed), tone: "warn" },
          { value: Number(perYear), tone: "accent" },
          { value: rest, tone: "good" },
        ]}
        total={Number(balance)}
      />
      <Definitions
        items={[
          fact(say(text("Available", "Disponible")), <Short value={balance} asset={asset} />),
          fact(say(text("Owed to stakers", "Dû aux détenteurs")), <Short value={owed} asset={asset} />),
          fact(say(text("Paid in a year", "Versé par an")), <Short value={perYear} asset={asset} />),
          fact(
            say(text("Funded until", "Financé jusqu'au")),
            fundedUntil === null ? (
              say(text("No end in sight", "Sans fin prévisible"))
            ) : (
              <Time iso={fundedUntil} format="date" />
            ),
          ),
        ]}
      />
    </div>
  );
}
