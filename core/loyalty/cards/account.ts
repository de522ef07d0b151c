import { systemRef } from "../../ledger/accounts.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import { type Card, POINTS } from "./schema.ts";

/** The ledger's accounts of points: one for each card, and those of programs, which they come from. */

export const accountOf = ({ userId, programId }: Pick<Card, "userId" | "programId">): AccountRef =>
  systemRef("live", `points:${userId}:${programId}`, POINTS);

/** What a program has given, what of that was spent, and what has expired. */
export type ProgramPart = "given" | "spent" | "expired";

export const programAccount = (programId: string, part: ProgramPart): AccountRef =>
  systemRef("live", `program:${programId}:${part}`, POINTS);
