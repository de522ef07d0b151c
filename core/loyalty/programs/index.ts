import { isAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { catalogueEntry, loyaltyProgram, merchantProgram, ownedProgram } from "./entity.ts";
import { ProgramEnded, ProgramNotFound } from "./errors.ts";
import { checked, kept } from "./rate.ts";
import { logoOf, type Program, type ProgramCategory } from "./schema.ts";

/** Loyalty programs: payments to an enrolled merchant earn the payer saveback, which the merchant pays. */

export interface Enrolment {
  readonly merchantId: string;
  /** The merchant's owner. */
  readonly ownerId: string;
  readonly name: string;
  /** Percent: "2.5". */
  readonly rate: string;
  /** The merchant's name, where the program has another. */
  readonly merchantName?: string | undefined;
  /** "2.5": 1 unless told. */
  readonly pointsPerEuro?: string | undefined;
  readonly category?: ProgramCategory | undefined;
  /** A picture that the platform serves; that of the category unless told. */
  readonly logoUrl?: string | undefined;
}

export interface Enrolling {
  readonly program: Program;
  /** For the transaction that makes the merchant; refused where the merchant is in a program already. */
  readonly writes: readonly Table.Write[];
}

/** A new program of a merchant, and the writes that make it. @throws INVALID_LOYALTY_RATE */
export function enrolling({
  name,
  rate,
  pointsPerEuro = "1",
  category = "other",
  ...more
}: Enrolment): Enrolling {
  const { merchantId, ownerId, merchantName = name, logoUrl = logoOf(category) } = more;
  const program: Program = {
    programId: Ids.create("program"),
    merchantId,
    ownerId,
    name: name.toWellFormed(),
    rate: checked(rate),
    pointsPerEuro: kept(pointsPerEuro),
    category,
    merchantName: merchantName.toWellFormed(),
    logoUrl,
    status: "active",
    createdAt: Clock.nowIso(),
  };
  const { programId } = program;
  return {
    program,
    writes: [
      { put: loyaltyProgram.item(program), where: Where.absent },
      { put: merchantProgram.item({ merchantId, programId }), where: Where.absent },
      { put: catalogueEntry.item({ programId }) },
      { put: ownedProgram.item({ ownerId, programId }) },
    ],
  };
}

/** The program of that id, ended ones too. It is no secret: anybody may ask. */
export const fromId = async (programId: string): Promise<Program | undefined> =>
  Ids.pattern("program").test(programId) ? Table.find(loyaltyProgram, { programId }) : undefined;

/** The programs of these ids, by id; without those that there are not. */
export async function fromIds(programIds: readonly string[]): Promise<ReadonlyMap<string, Program>> {
  const items = await Table.getMany(programIds.map((programId) => loyaltyProgram.key({ programId })));
  const programs = items.flatMap((item) => (item ? loyaltyProgram.parse(item) : []));
  return new Map(programs.map((program) => [program.programId, program]));
}

/** The active program of a merchant, or undefined: for the payments that it is paid. */
export async function ofMerchant(merchantId: string): Promise<Program | undefined> {
  const pointer = await Table.find(merchantProgram, { merchantId });
  const program = pointer && (await fromId(pointer.programId));
  return program?.status === "active" ? program : undefined;
}

interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
}

const entryAfter = (programId: string | undefined) =>
  programId === undefined ? undefined : catalogueEntry.key({ programId });

/**
 * A page of the programs that can be joined, newest first.
 * @param after the id that the page before ended with
 */
export async function catalogue({ limit, after }: Paging): Promise<ListPage<Program>> {
  const { items, next } = await pageOf(catalogueEntry, {}, { limit, after: entryAfter(after) });
  const programs = await fromIds(items.map(({ programId }) => programId));
  const found = items.flatMap(({ programId }) => programs.get(programId) ?? []);
  return { items: found, next: next && programs.get(next.programId) };
}

const ownedOf = (ownerId: string) => ({ pk: ownedProgram.partition({ ownerId }), newestFirst: true });

/** What `own` reads. */
export const ownReads = (programId: string): Table.Reads => ({ keys: [loyaltyProgram.key({ programId })] });

/** The programs that the actor has, the newest first; ended ones too. */
export async function ownedBy({ userId: ownerId }: LiveActor): Promise<Program[]> {
  const items = await Table.queryAll(ownedOf(ownerId));
  const programs = await fromIds(items.map((item) => ownedProgram.parse(item).programId));
  return [...programs.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** The actor's own program; an administrator's is every one. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function own(actor: LiveActor, programId: string): Promise<Program> {
  const program = await fromId(programId);
  if (!program || (program.ownerId !== actor.userId && !isAdministrator(actor))) throw fail(ProgramNotFound);
  return program;
}

/** What an owner changes of a program. What is left out stays. */
export interface ProgramChange {
  readonly name?: string | undefined;
  readonly rate?: string | undefined;
  readonly pointsPerEuro?: string | undefined;
  readonly category?: ProgramCategory | undefined;
}

/**
 * Changes a program, for payments that are credited from now on.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, INVALID_LOYALTY_RATE
 */
export async function change(
  actor: LiveActor,
  programId: string,
  { name, rate, pointsPerEuro, category }: ProgramChange,
): Promise<Program> {
  const next = {
    ...(name !== undefined && { name: name.toWellFormed() }),
    ...(rate !== undefined && { rate: checked(rate) }),
    ...(pointsPerEuro !== undefined && { pointsPerEuro: kept(pointsPerEuro) }),
    ...(category !== undefined && { category, logoUrl: logoOf(category) }),
  };
  await own(actor, programId);
  const item = await Table.unlessRefused(
    Table.update(loyaltyProgram.key({ programId }), { set: next, where: Where.is({ status: "active" }) }),
  );
  if (!item) throw fail(ProgramEnded);
  return loyaltyProgram.parse(item);
}

/**
 * Ends a program, which keeps what was earned and lets its merchant enrol in another. Again, it changes
 * nothing.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, CONTENTION
 */
export const end = (actor: LiveActor, programId: string): Promise<Program> =>
  Table.change(
    () => own(actor, programId),
    (program) => {
      if (program.status === "ended") return { writes: [], result: program };
      const ended: Program = { ...program, status: "ended", endedAt: Clock.nowIso() };
      return { writes: ending(ended), result: ended };
    },
  );

const ending = ({ programId, merchantId, rate, endedAt }: Program): readonly Table.Write[] => [
  {
    update: loyaltyProgram.key({ programId }),
    set: { status: "ended", endedAt },
    where: Where.is({ status: "active", rate }),
  },
  { remove: merchantProgram.key({ merchantId }), where: Where.is({ programId }) },
  { remove: catalogueEntry.key({ programId }) },
];
