import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { scaled } from "../decimal.ts";
import { useLanguage } from "../language.tsx";
import { formatAmount } from "../ui/money.tsx";

interface RateProps {
  readonly amountIn: string;
  readonly assetIn: string;
  readonly amountOut: string;
  readonly assetOut: string;
}

/** The price of a swap, stated for one unit of the dearer asset: `1 BTC = 93,000 USDC`. */
export function Rate({ amountIn, assetIn, amountOut, assetOut }: RateProps) {
  const { language } = useLanguage();
  const isInDearer = Number(amountOut) >= Number(amountIn);
  const [one, price, asset] = isInDearer
    ? [assetIn, scaled(amountOut, "1", amountIn), assetOut]
    : [assetOut, scaled(amountIn, "1", amountOut), assetIn];
  return (
    <span className="figure">
      1 {one} = {formatAmount(price, asset, language)}
    </span>
  );
}

/** The assets through whose pools a swap leads. */
export const Route = ({ symbols }: { readonly symbols: readonly string[] }) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-1">
    {symbols.map((symbol, at) => (
      <Fragment key={symbol}>
        {at > 0 && <ChevronRight className="size-3.5 text-soft" aria-hidden />}
        {symbol}
      </Fragment>
    ))}
  </span>
);
