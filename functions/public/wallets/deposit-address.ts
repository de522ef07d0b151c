import { depositAddress } from "../../../contract/public/wallets.ts";
import { depositAddress as addressOf } from "../../../core/ledger/wallets/deposit-address.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(depositAddress, async ({ actor, params }) => {
  const { wallet, address } = await addressOf(actor, params.id);
  return { address, network: wallet.asset.network, memo: null };
});
