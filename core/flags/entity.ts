import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { flagKinds, resolution } from "./schema.ts";

export const flag = entity({
  name: "Flag",
  about:
    "That a payment, an order, a dispute, a bank transfer or a withdrawal is not what was agreed, or that money came for somebody who is erased, so that somebody must look at it: for the list of them, with who has. Gone where it turns out right.",
  pk: "FLAGGED",
  sk: "FLAG#{kind}#{id}",
  schema: z.object({
    kind: z.enum(flagKinds),
    /** The transaction's; of a transfer the bank's; of a withdrawal its own; of `suspense` what brought the money. */
    id: z.string(),
    why: z.string(),
    at: z.string(),
    userId: z.string().optional(),
    /** Of `suspense`: how much of it is there still, in base units of the asset. */
    asset: z.string().optional(),
    amount: z.bigint().optional(),
    resolution: resolution.optional(),
  }),
  holds: "why somebody must look at it, in words",
  erasure: { kept: "law" },
  answers: { "what must somebody look at": "Query pk" },
});

export type Flag = z.output<typeof flag.schema>;

export type Flagged = Pick<Flag, "kind" | "id">;
