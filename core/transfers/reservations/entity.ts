import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { reservationItem } from "./schema.ts";

/** When the rest of a reservation is released. */
export const reservationDue = Due.define("RESERVATION", 4, "ledger");

export const reservation = entity({
  name: "Reservation",
  about:
    "A reservation of money in a wallet until a time: the captured and the released amount. The hold of the same id has the money.",
  pk: "RESERVATIONS#{mode}#{userId}",
  sk: "RESERVATION#{holdId}",
  schema: reservationItem,
  indexes: { due: reservationDue.keys },
  holds: "the description of a reservation",
  erasure: { retained: "ledger", without: { description: "" } },
  exported: "all",
  answers: {
    "what became of this reservation": "GetItem pk, sk",
    "the reservations of a user, newest first": "Query pk, sk begins with RESERVATION#",
    "which reservations are over": "Query due, duePk = RESERVATION#<0..3>, dueSk up to now",
  },
});

export const openReservations = entity({
  name: "OpenReservations",
  about:
    "Which reservations of a wallet still hold money, by id; changed in the transactions that open and close them.",
  pk: "RESERVATIONS#{mode}#{userId}",
  sk: "OPEN#{asset}",
  schema: z.object({
    mode,
    userId: z.string(),
    asset: z.string(),
    holdIds: z.array(z.string()),
    version: z.bigint(),
  }),
  versionAttribute: "revision",
  holds: "nothing",
  erasure: "stays",
  answers: {
    "what has a wallet, and what of it is reserved":
      "GetItem pk, sk, then TransactGetItems of it, the wallet and each reservation",
    "may a wallet have another reservation": "GetItem pk, sk, in the read of what an entry depends on",
  },
});
