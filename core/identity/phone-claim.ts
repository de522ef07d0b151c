import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { phoneClaim } from "./entity.ts";
import type { User } from "./user.ts";

/** That a phone number is proven: what the account says, and the claim, which are written together alone. See `phones/`. */

export type Proven = Pick<User, "userId" | "phone" | "phoneVerified">;

/** Whether the account has proven a number; without one, whether it has proven any. */
export const isProven = (user: Proven, phone = user.phone): phone is string =>
  phone !== undefined && user.phone === phone && user.phoneVerified !== undefined;

/** Frees the number that an account has proven, for the transaction in which its profile no longer says so. */
export const freeing = ({ userId, phone, phoneVerified }: Proven): Table.Write[] =>
  phone === undefined || phoneVerified === undefined
    ? []
    : [{ remove: phoneClaim.key({ phone }), where: Where.is({ userId }) }];

/** The condition that what an account has proven is as it was read. */
export const unchanged = ({ phone, phoneVerified }: Proven): Where.Where =>
  Where.is({ phone, phoneVerified });
