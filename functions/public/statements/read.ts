import { read } from "../../../contract/public/statements.ts";
import { typesOf } from "../../../core/history/index.ts";
import { statementOf } from "../../../core/wallets/statements/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { statement } from "../_wallets.ts";

export const handler = serve(
  read,
  async ({ actor, params: { id: walletId }, query: { cursor: after, ...period } }) => {
    const found = await statementOf(actor, { ...period, walletId, after });
    return statement(actor, walletId, found, await typesOf(found.lines));
  },
);
