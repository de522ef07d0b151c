import { accounts } from "../../../contract/mobile/wallet.ts";
import { owned, ownedKeys } from "../../../core/wallets/owned.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(accounts, {
  reads: ({ owner }) => ({ keys: ownedKeys(owner) }),
  run: async ({ actor }) => ({ accounts: (await owned(actor)).map(View.account) }),
});
