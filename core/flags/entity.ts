import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { flagKinds, resolution } from "./schema.ts";

export const flag = entity({
  name: "Flag",
  about:
    "Marks a case for review by staff: an unexpected payment, order, dispute, bank transfer or withdrawal, a contested identity, or money for an erased user. Stores the cause and, after the review, the resolution. Deleted if the case settles itself.",
  pk: "FLAGGED",
  sk: "FLAG#{kind}#{id}",
  schema: z.object({
    kind: z.enum(flagKinds),
    /** The id of the transaction, the bank's transfer, the withdrawal or the verification. For `suspense`, the id of the incoming payment. */
    id: z.string(),
    why: z.string(),
    at: z.string(),
    userId: z.string().optional(),
    /** Only for `suspense`: the remaining amount, in base units of the asset. */
    asset: z.string().optional(),
    amount: z.bigint().optional(),
    resolution: resolution.optional(),
  }),
  holds: "the cause of a review",
  erasure: { retained: "law" },
  answers: { "all flags": "Query pk" },
});

export type Flag = z.output<typeof flag.schema>;

export type Flagged = Pick<Flag, "kind" | "id">;
