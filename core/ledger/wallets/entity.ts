import { entity } from "../../platform/table/entity.ts";

/** The wallet itself is the ledger's account: `core/ledger/entity.ts`. */
export const walletCount = entity({
  name: "WalletCount",
  about: "How many wallets a user has, so that parallel requests cannot open more than allowed.",
  pk: "USER#{userId}",
  sk: "WALLETCOUNT",
  answers: {
    "may the user open another wallet": "UpdateItem with a condition, in the wallet's own transaction",
  },
});
