import * as z from "zod";
import { modes } from "../../kernel/mode.ts";
import { entity } from "../../platform/table/entity.ts";

export const debt = entity({
  name: "Debt",
  about:
    "What a user owes of an asset, because it was taken back when it had been spent; changed in the transactions that take back and that collect.",
  pk: "USER#{userId}",
  sk: "OWED#{mode}#{asset}",
  schema: z.object({
    mode: z.enum(modes),
    userId: z.string(),
    asset: z.string(),
    /** Base units; 0 once all is paid. */
    owedMinor: z.bigint(),
  }),
  answers: {
    "what a user owes of an asset": "GetItem pk, sk, with each credit from outside",
    "what a user owes": "GetItem pk, sk of each currency, in the read of what a movement depends on",
  },
});
