import { balance } from "../../../contract/mobile/wallet.ts";
import { worth, worthReads } from "../../../core/defi/portfolio/worth.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(balance, {
  reads: ({ owner }) => worthReads(owner),
  run: async ({ actor }) => {
    const { currency, total, available, accounts, atMs } = await worth(actor);
    return {
      total: { amount: total.toNumber(), currency },
      available: { amount: available.toNumber(), currency },
      accounts: accounts.map(({ wallet, value }) => {
        const { id, currency: of, balance: amount, owed } = View.account(wallet);
        return { id, currency: of, balance: amount, owed, value: value?.toNumber() ?? null };
      }),
      unpriced: accounts.flatMap(({ wallet, value }) => (value ? [] : [wallet.asset.symbol])),
      updatedAt: new Date(atMs).toISOString(),
    };
  },
});
