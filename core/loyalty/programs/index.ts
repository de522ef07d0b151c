import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { loyaltyProgram, merchantProgram } from "./entity.ts";
import { ProgramEnded, ProgramNotFound } from "./errors.ts";
import { checked } from "./rate.ts";
import { type Program, programItem } from "./schema.ts";

/**
 * Loyalty programs: a merchant is enrolled in one, and payments to it earn the payer saveback at the program's rate, which the
 * merchant pays.
 */

export interface Enrolment {
  readonly merchantId: string;
  /** The merchant's owner. */
  readonly ownerId: string;
  readonly name: string;
  /** Percent: "2.5". */
  readonly rate: string;
}

export interface Enrolling {
  readonly program: Program;
  /** For the transaction that makes the merchant; refused where the merchant is in a program already. */
  readonly writes: readonly [Table.Write, Table.Write];
}

/** A new program of a merchant, and the writes that make it. @throws INVALID_LOYALTY_RATE */
export function enrolling({ merchantId, ownerId, name, rate }: Enrolment): Enrolling {
  const program: Program = {
    programId: Ids.create("program"),
    merchantId,
    ownerId,
    name: name.toWellFormed(),
    rate: checked(rate),
    status: "active",
    createdAt: Clock.nowIso(),
  };
  const absent = { condition: "attribute_not_exists(pk)" };
  return {
    program,
    writes: [
      { put: { ...loyaltyProgram.key(program), ...program }, ...absent },
      { put: { ...merchantProgram.key({ merchantId }), programId: program.programId }, ...absent },
    ],
  };
}

const of = (item: Table.Item | undefined): Program | undefined => item && programItem.parse(item);

/** The program of that id, ended ones too; undefined where there is none. What it offers is no secret: anybody may ask. */
export const fromId = async (programId: string): Promise<Program | undefined> =>
  Ids.pattern("program").test(programId) ? of(await Table.get(loyaltyProgram.key({ programId }))) : undefined;

/** How many items one BatchGetItem takes. */
const BATCH = 100;

/** The programs of these ids, by id; without those that there are not. */
export async function fromIds(programIds: readonly string[]): Promise<ReadonlyMap<string, Program>> {
  const found = new Map<string, Program>();
  for (let start = 0; start < programIds.length; start += BATCH) {
    const batch = programIds.slice(start, start + BATCH);
    const items = await Table.getMany(batch.map((programId) => loyaltyProgram.key({ programId })));
    for (const program of items.map(of)) if (program) found.set(program.programId, program);
  }
  return found;
}

/** The active program of a merchant, or undefined: for the payments that it is paid. */
export async function ofMerchant(merchantId: string): Promise<Program | undefined> {
  const pointer = await Table.get(merchantProgram.key({ merchantId }));
  const program = pointer && (await fromId(String(pointer["programId"])));
  return program?.status === "active" ? program : undefined;
}

/** The actor's own program; an administrator's is every one. @throws LOYALTY_PROGRAM_NOT_FOUND */
async function own(actor: UserActor, programId: string): Promise<Program> {
  const program = await fromId(programId);
  if (!program || (program.ownerId !== actor.userId && actor.role !== "ADMIN")) throw fail(ProgramNotFound);
  return program;
}

/**
 * Gives a program another rate, for payments that are credited from now on: what was earned keeps the rate it was earned at.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, INVALID_LOYALTY_RATE
 */
export async function changeRate(actor: UserActor, programId: string, rate: string): Promise<Program> {
  const next = checked(rate);
  await own(actor, programId);
  try {
    const item = await Table.update({
      key: loyaltyProgram.key({ programId }),
      update: "SET #rate = :rate",
      condition: "#status = :active",
      names: { "#status": "status", "#rate": "rate" },
      values: { ":rate": next, ":active": "active" },
    });
    return programItem.parse(item);
  } catch (error) {
    if (error instanceof Table.ConditionFailed) throw fail(ProgramEnded);
    throw error;
  }
}

const MAX_ATTEMPTS = 10;

/**
 * Ends a program: no payment earns saveback in it any more, what was earned stays, and the merchant can be enrolled in another.
 * Ending it again changes nothing.
 * @throws LOYALTY_PROGRAM_NOT_FOUND
 */
export async function end(actor: UserActor, programId: string): Promise<Program> {
  for (let attempt = 1; ; attempt++) {
    const program = await own(actor, programId);
    if (program.status === "ended") return program;
    const ended: Program = { ...program, status: "ended", endedAt: Clock.nowIso() };
    try {
      await Table.transact(ending(ended));
      return ended;
    } catch (error) {
      // A new rate or another end came in between: what it is now shows at the next reading.
      if (!(error instanceof Table.TransactionRefused) || attempt === MAX_ATTEMPTS) throw error;
      await Table.pause(attempt);
    }
  }
}

const ending = ({ programId, merchantId, rate, endedAt }: Program): readonly Table.Write[] => [
  {
    update: {
      key: loyaltyProgram.key({ programId }),
      update: "SET #status = :ended, endedAt = :now",
      condition: "#status = :active AND #rate = :rate",
      names: { "#status": "status", "#rate": "rate" },
      values: { ":ended": "ended", ":active": "active", ":now": endedAt, ":rate": rate },
    },
  },
  {
    remove: merchantProgram.key({ merchantId }),
    condition: "programId = :id",
    values: { ":id": programId },
  },
];
