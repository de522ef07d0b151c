import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pricesQuery } from "../api/queries.ts";
import { isPositive, scaled } from "../decimal.ts";
import { text, useSay } from "../language.tsx";
import { Segmented } from "../ui/choice.tsx";
import { AmountInput } from "../ui/field.tsx";
import { Definitions, fact } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { poolName } from "./pools.tsx";
import type { Pool } from "./queries.ts";

/** What a stake would pay: simple interest at the pool's current rate, as the API states it. */

const YEAR_DAYS = 365;
const spans = [
  [text("In a day", "En un jour"), 1],
  [text("In 30 days", "En 30 jours"), 30],
  [text("In a year", "En un an"), YEAR_DAYS],
] as const;

export const rewardOf = (amount: string, apy: string, days: number): string =>
  scaled(amount, scaled(apy, String(days), "100"), String(YEAR_DAYS));

export function Calculator({ pools }: { readonly pools: readonly Pool[] }) {
  const say = useSay();
  const [amount, setAmount] = useState("1000");
  const [id, setId] = useState(pools[0]?.id ?? "");
  const { data: prices } = useQuery(pricesQuery);
  const pool = pools.find((one) => one.id === id);
  if (!pool) return null;
  const { token, apy } = pool;
  const euros = prices?.find(({ symbol }) => symbol === token)?.priceEur;
  const shown = isPositive(amount) ? amount : "0";
  const year = rewardOf(shown, apy, YEAR_DAYS);
  return (
    <Card title={say(text("Calculator", "Calculateur"))}>
      <div className="flex flex-col gap-4">
        <AmountInput
          label={say(text("If you stake", "Si vous misez"))}
          value={amount}
          asset={token}
          onValue={setAmount}
        />
        <Segmented
          label={say(text("Pool", "Pool"))}
          value={id}
          options={pools.map((one) => ({ value: one.id, label: say(poolName(one.lockPeriod)) }))}
          onChange={setId}
        />
        <output>
          <Definitions
            items={[
              ...spans.map(([name, days]) =>
                fact(say(name), <Amount value={rewardOf(shown, apy, days)} asset={token} />),
              ),
              euros !== undefined &&
                fact(
                  say(text("Worth today, a year", "Valeur actuelle, par an")),
                  <Amount value={scaled(year, euros, "1")} asset="EUR" />,
                ),
            ]}
          />
        </output>
      </div>
    </Card>
  );
}
