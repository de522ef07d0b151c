import * as z from "zod";
import { entity } from "../platform/table/entity.ts";

export const transferSplit = entity({
  name: "TransferSplit",
  about:
    "The recipients and amounts of a split transfer: their accounts, and their names as the sender could see them at the time. Also the one recipient of a transfer that paid only a debt, because its entry has no posting to the recipient's account.",
  pk: "SPLIT#{entryId}",
  sk: "SPLIT",
  schema: z.object({
    parts: z.array(
      z.object({
        account: z.string(),
        toAccountId: z.string().nullable(),
        counterparty: z.string().nullable(),
        amount: z.bigint(),
      }),
    ),
  }),
  holds: "the recipients' names",
  erasure: { retained: "ledger" },
  answers: { "what each receiver of a transfer got": "BatchGetItem pk, sk, with its entry" },
});
