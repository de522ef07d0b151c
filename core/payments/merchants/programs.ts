import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import { MerchantInProgram } from "../../loyalty/programs/errors.ts";
import * as Programs from "../../loyalty/programs/index.ts";
import type { Program, ProgramCategory } from "../../loyalty/programs/schema.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { merchant as merchantEntity } from "./entity.ts";
import { MerchantNotFound } from "./errors.ts";
import { find, idOf } from "./index.ts";

/** Loyalty programs of merchants. */

export interface NewProgram {
  /** The merchant's name unless told. */
  readonly name?: string | undefined;
  /** Percent: "2.5". */
  readonly rate: string;
  readonly pointsPerEuro: string;
  readonly category: ProgramCategory;
}

/**
 * Enrols the actor's merchant in a program of its own.
 * @throws MERCHANT_NOT_FOUND, MERCHANT_IN_PROGRAM, INVALID_LOYALTY_RATE; AlreadyDone
 */
export async function enrol(
  { userId }: LiveActor,
  { name, ...terms }: NewProgram,
  claim?: Idempotency.Claim<Program>,
): Promise<Program> {
  const merchantId = await idOf(userId);
  const merchant = merchantId === undefined ? undefined : await find(merchantId);
  if (!merchant) throw fail(MerchantNotFound);
  const { businessName } = merchant;
  const { program, writes } = Programs.enrolling({
    ...terms,
    merchantId: merchant.merchantId,
    ownerId: userId,
    name: name ?? businessName,
    merchantName: businessName,
  });
  const refused = writes.map((write) => ({ ...write, onConditionFailed: MerchantInProgram }));
  await Table.commit([
    ...Idempotency.recording(claim, program),
    ...refused,
    {
      update: merchantEntity.key({ merchantId: merchant.merchantId }),
      set: { programId: program.programId },
      where: Where.exists,
    },
  ]);
  return program;
}
