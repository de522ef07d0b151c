import * as Users from "../../identity/users.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { OWNER } from "../records/metadata.ts";

/** What the provider says that may show whose something is. */
export interface Signs {
  /** A customer's id. */
  readonly customer: string | undefined;
  /** What we had a subscription carry. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly subscriptionId: string | undefined;
}

/**
 * The user whom its metadata names, whose customer it is, or whose order began it. Where customer and
 * metadata are of two users, it is nobody's.
 */
export async function ownerOf({ customer, metadata, subscriptionId }: Signs): Promise<string | undefined> {
  const named = metadata[OWNER];
  const owner = customer ? await Customers.userOf(customer) : undefined;
  if (named && owner && named !== owner) return undefined;
  const began = async () => subscriptionId && (await Transactions.find(subscriptionId))?.userId;
  const userId = named ?? owner ?? (await began());
  return userId && (await Users.fromId(userId)) ? userId : undefined;
}
