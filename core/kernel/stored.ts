import * as z from "zod";

/** A count, a time or a size in an item, where whole numbers are `bigint`. Not for amounts of money. */
export const storedNumber = z.bigint().transform(Number);
