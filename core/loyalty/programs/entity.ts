import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { programItem } from "./schema.ts";

export const loyaltyProgram = entity({
  name: "LoyaltyProgram",
  about:
    "A merchant's loyalty program: its rate, and whether payments still earn saveback. Stays after its end.",
  pk: "LOYALTYPROGRAM#{programId}",
  sk: "PROGRAM",
  schema: programItem,
  holds: "the name of a business, which may be its owner's",
  erasure: { retained: "ledger", without: { name: "", merchantName: undefined } },
  answers: {
    "a loyalty program": "GetItem pk, sk",
    "the programs of a payout's plan": "BatchGetItem, 100 at a time",
  },
});

export const merchantProgram = entity({
  name: "MerchantProgram",
  about: "The active program of a merchant. Removed at its end, so a merchant has at most one.",
  pk: "LOYALTY#{merchantId}",
  sk: "PROGRAM",
  schema: z.object({ programId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which program is a merchant enrolled in": "GetItem pk, sk" },
});

export const catalogueEntry = entity({
  name: "LoyaltyCatalogueEntry",
  about: "A program that can be joined. Removed at its end.",
  pk: "LOYALTYCATALOGUE",
  sk: "PROGRAM#{programId}",
  schema: z.object({ programId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which programs can be joined": "Query pk, newest first, by pages" },
});

export const ownedProgram = entity({
  name: "OwnedLoyaltyProgram",
  about: "A program of a professional, active or ended.",
  pk: "LOYALTYOWNER#{ownerId}",
  sk: "PROGRAM#{programId}",
  schema: z.object({ ownerId: z.string(), programId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "all programs of this professional": "Query pk, newest first" },
});
