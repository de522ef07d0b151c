import * as z from "zod";
import { entity } from "../platform/table/entity.ts";

export const transferSplit = entity({
  name: "TransferSplit",
  about:
    "To whom a transfer to several went and how much: names as the sender might see them then, and accounts of whoever was paid.",
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
  holds: "the names of who was paid",
  erasure: { kept: "ledger" },
  answers: { "what each receiver of a transfer got": "BatchGetItem pk, sk, with its entry" },
});
