import * as Due from "../platform/due/index.ts";
import { entity } from "../platform/table/entity.ts";
import { erasureItem, heldUpItem } from "./schema.ts";

/** Erasures, by when they are carried out, or gone on with. */
export const erasureDue = Due.define("ERASURE", 4);

export const erasure = entity({
  name: "Erasure",
  about:
    "That a person's data is to be erased, or was: who asked for it, from when on it is done, and how far that has come. Kept: what is restored from a backup is erased again.",
  pk: "USER#{userId}",
  sk: "ERASURE",
  schema: erasureItem,
  indexes: { due: erasureDue.keys },
  holds: "nothing",
  erasure: "stays",
  answers: {
    "is this person to be erased, or was": "GetItem pk, sk",
    "who is to be erased": "Query due, duePk = ERASURE#<0..3>, oldest first; no keys there once it is done",
  },
});

export const heldUpErasure = entity({
  name: "HeldUpErasure",
  about: "That something holds up an erasure whose day has come; written and deleted together with that.",
  pk: "HELDUPERASURES",
  sk: "USER#{userId}",
  schema: heldUpItem,
  holds: "nothing",
  erasure: "deleted",
  answers: { "which erasures are held up": "Query pk, by user" },
});
