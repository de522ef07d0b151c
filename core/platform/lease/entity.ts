import * as z from "zod";
import { entity } from "../table/entity.ts";

export const lease = entity({
  name: "Lease",
  about: "Which process does a piece of work at the moment, and until when unless it renews.",
  pk: "LEASE#{name}",
  sk: "LEASE",
  schema: z.object({ holder: z.string(), untilMs: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "may this process do the work": "UpdateItem with a condition",
  },
});
