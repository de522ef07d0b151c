import { depositAddress } from "../../../contract/public/wallets.ts";
import { depositAddress as addressOf } from "../../../core/wallets/deposit-address.ts";
import { serve } from "../../_chain/public-api.ts";
import { objectOf } from "../_view.ts";

export const handler = serve(depositAddress, async ({ actor, params }) => {
  const { wallet, address } = await addressOf(actor, params.id);
  return {
    ...objectOf("deposit_address", actor, wallet),
    ...{ address, network: wallet.asset.network, memo: null },
  };
});
