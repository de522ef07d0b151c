import { read } from "../../../contract/public/portfolio.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import type { Portfolio as Holdings, Value } from "../../../core/defi/portfolio/schema.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Clock from "../../../core/kernel/clock/ledger.ts";
import { serve } from "../../_chain/public-api.ts";
import { amountOf, objectOf } from "../_view.ts";

export const handler = serve(read, {
  reads: ({ owner }) => Portfolio.listReads(owner),
  run: async ({ actor }) => view(actor, await Portfolio.list(actor)),
});

const worth = ({ usd, eur }: Value) => ({ usd: usd.toFixed(2), eur: eur.toFixed(2) });

function view(actor: UserActor, portfolio: Holdings): ResultOf<typeof read> {
  const { total, inWallets, staked, pooled, farmed, change24h, holdings } = portfolio;
  return {
    ...objectOf("portfolio", actor, { id: actor.userId, createdAt: Clock.nowIso() }),
    total: worth(total),
    wallets: worth(inWallets),
    staked: worth(staked),
    pooled: worth(pooled),
    farmed: worth(farmed),
    change_24h: { usd: change24h.usd.toFixed(2), percent: change24h.percent.toFixed(2) },
    allocation: holdings.map(({ asset: { symbol }, amount, value, percent }) => ({
      asset: symbol,
      amount: amountOf(amount, symbol),
      value: worth(value),
      percent,
    })),
  };
}
