import { isAdministrator, type LiveActor } from "../../identity/actor.ts";
import { assertBusinessName } from "../../identity/profile/public-name.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { InvalidRate, ProgramEnded, ProgramNotFound } from "../errors.ts";
import { catalogueEntry, loyaltyProgram, merchantProgram, ownedProgram } from "./entity.ts";
import { logoOf, type Program, type ProgramCategory, rate as rateSchema } from "./schema.ts";

/** Loyalty programs: a payment to an enrolled merchant earns the payer saveback, which the merchant pays. */

/** Rates and points per euro have at most two decimals, so basis points are exact. */
const DECIMALS = 2;
const BASIS_POINTS = 10_000n;

/** Removes trailing zeros from a decimal: "2.50" becomes "2.5". */
const normalizeDecimal = (decimal: string): string => Money.format(Money.parse(decimal, DECIMALS), DECIMALS);

/** Returns a rate in its stored form. @throws INVALID_LOYALTY_RATE */
export function parseRate(rate: string): string {
  if (!rateSchema.safeParse(rate).success) throw fail(InvalidRate);
  return normalizeDecimal(rate);
}

/** Converts a rate to basis points: "2.5" becomes 250. */
export const toBasisPoints = (rate: string): bigint => Money.parse(rate, DECIMALS);

/** Returns the saveback that an amount earns, rounded down: in favour of the merchant, who pays it. */
export const rewardOf = (amountMinor: bigint, rate: string): bigint =>
  (amountMinor * toBasisPoints(rate)) / BASIS_POINTS;

/** Returns the points that an amount earns, rounded down. @param perUnit points for a whole unit of the currency */
export const pointsOf = (amountMinor: bigint, perUnit: string): bigint =>
  (amountMinor * toBasisPoints(perUnit)) / BASIS_POINTS;

export interface NewProgram extends Pick<Program, "merchantId" | "ownerId" | "name" | "rate"> {
  /** Defaults to the program's name. */
  readonly merchantName?: string | undefined;
  /** Defaults to 1. */
  readonly pointsPerEuro?: string | undefined;
  readonly category?: ProgramCategory | undefined;
  /** A picture that the platform serves. Defaults to the category's. */
  readonly logoUrl?: string | undefined;
}

/**
 * Returns a merchant's new program, and the writes that create it. They fail if the merchant already has a program.
 * @throws INVALID_LOYALTY_RATE
 */
export function draftProgram({ name, rate, pointsPerEuro = "1", category = "other", ...more }: NewProgram) {
  const { merchantId, ownerId, merchantName = name, logoUrl = logoOf(category) } = more;
  const program: Program = {
    programId: Ids.create("program"),
    merchantId,
    ownerId,
    name: name.toWellFormed(),
    rate: parseRate(rate),
    pointsPerEuro: normalizeDecimal(pointsPerEuro),
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

/** Finds a program, active or ended. Programs are public. */
export const fromId = async (programId: string): Promise<Program | undefined> =>
  Ids.pattern("program").test(programId) ? Table.find(loyaltyProgram, { programId }) : undefined;

/** Finds programs by id. Omits missing ones. */
export async function fromIds(programIds: readonly string[]): Promise<ReadonlyMap<string, Program>> {
  const items = await Table.getMany(programIds.map((programId) => loyaltyProgram.key({ programId })));
  const programs = items.flatMap((item) => (item ? loyaltyProgram.parse(item) : []));
  return new Map(programs.map((program) => [program.programId, program]));
}

export async function findActive(merchantId: string): Promise<Program | undefined> {
  const pointer = await Table.find(merchantProgram, { merchantId });
  const program = pointer && (await fromId(pointer.programId));
  return program?.status === "active" ? program : undefined;
}

/**
 * Returns a page of the programs that users can join, newest first.
 * @param after the last id of the previous page
 */
export async function listCatalogue({
  limit,
  after,
}: {
  readonly limit: number;
  readonly after?: string | undefined;
}): Promise<ListPage<Program>> {
  const from = after === undefined ? undefined : catalogueEntry.key({ programId: after });
  const { items, next } = await pageOf(catalogueEntry, {}, { limit, after: from });
  const programs = await fromIds(items.map(({ programId }) => programId));
  const found = items.flatMap(({ programId }) => programs.get(programId) ?? []);
  return { items: found, next: next && programs.get(next.programId) };
}

/** Returns the input of `requireOwn`. */
export const ownKey = (programId: string): Table.Key => loyaltyProgram.key({ programId });

/** Returns the actor's programs, active and ended, newest first. */
export async function ownedBy({ userId: ownerId }: LiveActor): Promise<Program[]> {
  const items = await Table.queryAll({ pk: ownedProgram.partition({ ownerId }), newestFirst: true });
  const programs = await fromIds(items.map((item) => ownedProgram.parse(item).programId));
  return [...programs.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Finds the actor's own program; an administrator may access every program. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function requireOwn(actor: LiveActor, programId: string): Promise<Program> {
  const program = await fromId(programId);
  if (!program || (program.ownerId !== actor.userId && !isAdministrator(actor))) throw fail(ProgramNotFound);
  return program;
}

/** The fields that an owner may change. Omitted fields stay unchanged. */
type ProgramChange = {
  readonly [Field in "name" | "rate" | "pointsPerEuro" | "category"]?: NewProgram[Field] | undefined;
};

/**
 * Changes a program. The change applies to payments that are credited from now on.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, INVALID_LOYALTY_RATE, BUSINESS_NAME_NOT_ALLOWED
 */
export async function change(
  actor: LiveActor,
  programId: string,
  { name, rate, pointsPerEuro, category }: ProgramChange,
): Promise<Program> {
  const next = {
    ...(name !== undefined && { name: name.toWellFormed() }),
    ...(rate !== undefined && { rate: parseRate(rate) }),
    ...(pointsPerEuro !== undefined && { pointsPerEuro: normalizeDecimal(pointsPerEuro) }),
    ...(category !== undefined && { category, logoUrl: logoOf(category) }),
  };
  const { ownerId } = await requireOwn(actor, programId);
  if (name !== undefined) await assertBusinessName(ownerId, "name", name);
  const item = await Table.ignoreConditionFailure(
    Table.update(loyaltyProgram.key({ programId }), { set: next, where: Where.is({ status: "active" }) }),
  );
  if (!item) throw fail(ProgramEnded);
  return loyaltyProgram.parse(item);
}

/**
 * Ends a program. Members keep their points and saveback, and the merchant may enrol in another program. Idempotent.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, CONTENTION
 */
export const end = (actor: LiveActor, programId: string): Promise<Program> =>
  Table.change(
    () => requireOwn(actor, programId),
    (program) => {
      if (program.status === "ended") return { writes: [], result: program };
      const { merchantId, rate } = program;
      const ended: Program = { ...program, status: "ended", endedAt: Clock.nowIso() };
      const writes: Table.Write[] = [
        {
          update: loyaltyProgram.key({ programId }),
          set: { status: "ended", endedAt: ended.endedAt },
          where: Where.is({ status: "active", rate }),
        },
        { remove: merchantProgram.key({ merchantId }), where: Where.is({ programId }) },
        { remove: catalogueEntry.key({ programId }) },
      ];
      return { writes, result: ended };
    },
  );
