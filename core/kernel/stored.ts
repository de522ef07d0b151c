import * as z from "zod";

/** A count, a time or a size in an item: the table gives whole numbers as `bigint`. No amount of money. */
export const storedNumber = z.bigint().transform(Number);
