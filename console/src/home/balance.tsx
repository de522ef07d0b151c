import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Schemas } from "../api/client.ts";
import { text, useSay } from "../language.tsx";
import { Amount, Percent } from "../ui/money.tsx";
import { Skeleton } from "../ui/surface.tsx";
import { balanceHistoryQuery, DAYS } from "./balance-history.ts";

/** The worth of all wallets over the last days. */

// uPlot throws in a browser whose language is no valid tag. The screen does not depend on the picture.
const LineChart = lazy(() => import("../ui/chart.tsx").catch(() => ({ default: () => <span /> })));

interface BalanceProps {
  readonly wallets: readonly Schemas["DefiWallet"][];
  readonly total: number;
}

const place = <Skeleton className="h-[11.25rem] w-full" />;

export function BalanceOverTime({ wallets, total }: BalanceProps) {
  const say = useSay();
  const { data: points, error } = useQuery(balanceHistoryQuery(wallets, total));
  // The figure above it stands without the chart, so a failure leaves it out.
  if (error || (points && points.length < 2)) return null;
  if (!points)
    return (
      <>
        <Skeleton className="h-5 w-48" />
        {place}
      </>
    );
  const [first] = points;
  const gain = first ? total - first.value : 0;
  return (
    <>
      {first && first.value > 0 && (
        <p className="flex flex-wrap gap-x-2 text-sm text-soft">
          <Amount value={gain} asset="EUR" signed />
          <Percent value={(gain / first.value) * 100} signed />
          {say(text(`in ${DAYS} days`, `en ${DAYS} jours`))}
        </p>
      )}
      <Suspense fallback={place}>
        <LineChart
          label={say(
            text(`Balance of the last ${DAYS} days in euros`, `Solde des ${DAYS} derniers jours en euros`),
          )}
          points={points}
          asset="EUR"
        />
      </Suspense>
    </>
  );
}
