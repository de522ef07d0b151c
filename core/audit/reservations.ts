import { accountOf } from "../ledger/accounts.ts";
import type { Entry, Hold } from "../ledger/schema.ts";
import * as Due from "../platform/due/index.ts";
import { openReservations, reservation } from "../transfers/entity.ts";
import { type Reservation, remaining } from "../transfers/reservations/schema.ts";
import { type Checker, entryKind, holdKind, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

type Open = ReturnType<typeof openReservations.parse>;

/**
 * Reservations: each has a hold of its amount, of which as much is left as it says; its status says how it ended;
 * the list of its wallet's open ones has it as long as it holds money, and the schedule finds it at its end; and no
 * hold of one is without it.
 */
export class Reservations implements Checker {
  readonly reads = [
    reading(kindOf(reservation, reservation.schema), (one, item) => this.add(one, Due.timeOf(item))),
    reading(kindOf(openReservations, openReservations.schema), (open) => this.addOpen(open)),
    reading(holdKind, (hold) => this.addHold(hold)),
    reading(entryKind, (entry) => this.addEntry(entry)),
  ];

  private readonly problems: string[] = [];
  private readonly reservations: Reservation[] = [];
  private readonly listed = new Set<string>();
  private readonly holds = new Map<string, Hold>();
  /** Holds that the journal opened for one. */
  private readonly opened = new Set<string>();

  /** @param dueAt when the schedule looks for it, by the clock of its ledger; undefined where it does not */
  private add(reservation: Reservation, dueAt: string | undefined): void {
    this.reservations.push(reservation);
    const { mode, holdId, expiresAt } = reservation;
    // In a sandbox that was reset nothing falls due any more.
    const isLost = dueAt === undefined ? mode === "live" : dueAt !== expiresAt;
    if (remaining(reservation) > 0n && isLost)
      this.problems.push(
        `the reservation ${holdId} ends at ${expiresAt}, the schedule looks for it at ${dueAt ?? "no time"}`,
      );
  }

  private addOpen(open: Open): void {
    for (const holdId of open.holdIds) this.listed.add(nameOf({ ...open, holdId }));
  }

  private addHold(hold: Hold): void {
    this.holds.set(hold.holdId, hold);
  }

  private addEntry({ type, reference }: Entry): void {
    if (type === "HOLD" && reference?.kind === "hold") this.opened.add(reference.id);
  }

  compare(): string[] {
    const known = new Set(this.reservations.map(({ holdId }) => holdId));
    const open = new Set(this.reservations.filter((one) => remaining(one) > 0n).map(nameOf));
    return [
      ...this.problems,
      ...this.reservations.flatMap((one) => this.ofOne(one)),
      ...[...open.symmetricDifference(this.listed)].map(
        (name) =>
          `the reservation ${name} is ${open.has(name) ? "open" : "not open"}, and the list of its wallet says other`,
      ),
      ...[...this.opened.difference(known)].map(
        (holdId) => `the hold ${holdId} is of a reservation that there is not`,
      ),
    ];
  }

  private ofOne(one: Reservation): string[] {
    const { holdId, asset, amount, status } = one;
    const ref = accountOf(one, asset);
    const hold = this.holds.get(holdId);
    if (hold?.account !== ref.account || hold.asset !== asset)
      return [`the reservation ${holdId} has no hold of ${ref.account}`];
    const left = remaining(one);
    const isIts = hold.amount === amount && hold.remaining === left;
    const shown = left > 0n ? "active" : one.released > 0n ? ["released", "expired"] : "captured";
    return [
      ...(isIts
        ? []
        : [
            `the reservation ${holdId} has ${show(left, { asset })} of ${show(amount, { asset })} left, ` +
              `but its hold has ${show(hold.remaining, { asset })} of ${show(hold.amount, { asset })}`,
          ]),
      ...([shown].flat().includes(status)
        ? []
        : [`the reservation ${holdId} is ${status}, and what was done is not`]),
    ];
  }
}

const nameOf = ({ mode, userId, asset, holdId }: Pick<Reservation, "mode" | "userId" | "asset" | "holdId">) =>
  `${accountOf({ mode, userId }, asset).account} ${holdId}`;
