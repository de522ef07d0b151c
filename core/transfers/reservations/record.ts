import type { Owner } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { openReservations, reservation, reservationDue } from "./entity.ts";
import { MAX_OPEN, type Reservation, remaining } from "./schema.ts";

/** The stored reservation: its item, and the list of its wallet's open reservations. */

export const openKey = (owner: Owner, asset: string): Table.Key =>
  openReservations.key({ mode: owner.mode, userId: owner.userId, asset });

/** Parses the ids of a wallet's open reservations. */
export const openIds = (item: Table.Item | undefined): readonly string[] =>
  item ? openReservations.parse(item).holdIds : [];

/** Returns whether a wallet may have another open reservation. */
export const hasRoom = (item: Table.Item | undefined): boolean => openIds(item).length < MAX_OPEN;

/** Returns the writes of a new reservation. @param open the list of its wallet's open reservations as it was read */
export const openingWrites = (one: Reservation, open: Table.Item | undefined): readonly Table.Write[] => [
  { put: { ...reservation.item(one), ...reservationDue.at(one.holdId, one.expiresAt) }, where: Where.absent },
  listing(one, open, [...openIds(open), one.holdId]),
];

/**
 * Returns the writes that change a reservation if the state is unchanged since it was read.
 * @param open the list of its wallet's open reservations as it was read
 */
export function replacingWrites(
  before: Reservation,
  after: Reservation,
  open: Table.Item | undefined,
): readonly Table.Write[] {
  const { captured, released, status } = before;
  const isOver = remaining(after) === 0n;
  return [
    {
      update: reservation.key(before),
      set: {
        captured: after.captured,
        released: after.released,
        status: after.status,
        ...(isOver && Due.done),
      },
      where: Where.is({ captured, released, status }),
    },
    ...(isOver
      ? [
          listing(
            after,
            open,
            openIds(open).filter((id) => id !== after.holdId),
          ),
        ]
      : []),
  ];
}

function listing(
  { mode, userId, asset }: Reservation,
  open: Table.Item | undefined,
  holdIds: readonly string[],
): Table.Write {
  const before = open && openReservations.parse(open);
  const version = (before?.version ?? 0n) + 1n;
  return {
    put: openReservations.item({ mode, userId, asset, holdIds, version }),
    where: openReservations.unchanged(before),
  };
}
