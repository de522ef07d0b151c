import * as z from "zod";
import * as Parameters from "./index.ts";

/** The exchange's parameters. Governance may change them within these bounds. */
export const parameters = Parameters.group(
  "exchange",
  z.object({
    /** What stays in the pool of each swap's input, in hundredths of a percent (spec 2, section 8: 0.3 %). */
    feeBps: z.coerce.bigint().min(0n).max(100n).default(30n),
  }),
);
