import * as Clock from "../kernel/clock/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { emailClaim } from "./entity.ts";
import { EmailTaken } from "./errors.ts";

/**
 * Claims of email addresses. A claim makes an address the user's. After a change of a verified address, the former one stays
 * reserved for its user as long as the change can be undone: it identifies no user, and no other user can claim it.
 */

interface Reservation {
  readonly userId: string;
  readonly email: string;
  /** UNIX seconds. */
  readonly until: number;
}

const claimOf = (item: Table.Item | undefined) => item && emailClaim.parse(item);

/** Returns the user of an address. Undefined if the address is free or only reserved. */
export function ownerFrom(item: Table.Item | undefined): string | undefined {
  const claim = claimOf(item);
  return claim?.ttl === undefined ? claim?.userId : undefined;
}

/** Returns whether another user has an address or its reservation. @param userId defaults to a new user */
export function isTaken(item: Table.Item | undefined, userId?: string): boolean {
  const claim = claimOf(item);
  if (claim === undefined) return false;
  return claim.ttl === undefined || (claim.ttl > Clock.nowSeconds() && claim.userId !== userId);
}

/** Returns the write that makes an address the user's. @throws AUTH_EMAIL_TAKEN */
export const claimWrite = (email: string, userId: string): Table.Write => ({
  put: { ...emailClaim.key({ email }), userId },
  where: Where.any(
    Where.absent,
    Where.atMost("ttl", Clock.nowSeconds()),
    Where.all(Where.is({ userId }), Where.has("ttl")),
  ),
  onConditionFailed: EmailTaken,
});

/** Returns the write that reserves an address that the user has had. */
export const reservationWrite = ({ email, userId, until }: Reservation): Table.Write => ({
  put: { ...emailClaim.key({ email }), userId, ttl: until },
  where: Where.is({ userId }),
});

/** Returns the write that makes a reserved address the user's again. */
export const reclaimWrite = ({ email, userId }: Omit<Reservation, "until">): Table.Write => ({
  put: { ...emailClaim.key({ email }), userId },
  where: Where.is({ userId }),
});

/** Returns the write that frees an address of the user, or its reservation. */
export const releaseWrite = ({ email, userId }: Omit<Reservation, "until">): Table.Write => ({
  remove: emailClaim.key({ email }),
  where: Where.is({ userId }),
});

/** Returns the write that frees an address if it is only reserved for the user. */
export const reservationReleaseWrite = ({ email, userId }: Omit<Reservation, "until">): Table.Write => ({
  remove: emailClaim.key({ email }),
  where: Where.all(Where.is({ userId }), Where.has("ttl")),
});
