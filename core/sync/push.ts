import * as z from "zod";
import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { BeneficiaryNotFound } from "../banking/beneficiaries/errors.ts";
import * as Beneficiaries from "../banking/beneficiaries/index.ts";
import { beneficiaryData, beneficiaryId } from "../banking/beneficiaries/schema.ts";
import type { MobileActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { VersionConflict } from "../identity/errors.ts";
import { notificationPreferences, preferences } from "../identity/preferences/schema.ts";
import { change as changeProfile } from "../identity/profile/change.ts";
import * as Preferences from "../identity/profile/preferences.ts";
import { profileChange } from "../identity/profile/schema.ts";
import { type ErrorKind, fail, failFields, InvalidRequest, recover, SvcError } from "../kernel/errors.ts";
import { problemsOf } from "../kernel/problems.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { notice } from "../messaging/entity.ts";
import * as History from "../messaging/notifications/history.ts";
import { KeyReused } from "../platform/idempotency/errors.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Devices from "./cursor.ts";
import * as Records from "./records.ts";
import { type ClientChange, type Collection, type Writable, writable } from "./schema.ts";

/**
 * Applies changes that a device made offline, each under its domain's rules, over the version that the device
 * had, and once by the device's id for it. A failure does not stop the others.
 */

export type Result = { readonly clientChangeId: string } & Outcome;

type Outcome =
  | { readonly status: "applied"; readonly version: number }
  /** The current record; without one it was deleted. */
  | {
      readonly status: "conflict";
      readonly version: number | null;
      readonly record: Records.Shown | undefined;
    }
  | { readonly status: "rejected"; readonly error: SvcError };

/** The recorded result of a change. */
interface Applied {
  readonly version: number;
}

const OPERATION = "mobile.sync.push";

/**
 * Applies changes of the actor's device in order.
 * @param confirm asks for the actor's confirmation of the request
 * @throws errors that are not about one change: SERVICE_UNAVAILABLE, CONTENTION, UNAUTHORIZED. Applied
 *   changes are answered again when they are sent again
 */
export async function push(
  actor: MobileActor,
  changes: readonly ClientChange[],
  confirm: () => Promise<void>,
): Promise<Result[]> {
  const owner = Idempotency.ownerOf(actor);
  const claims = changes.map((change) =>
    Idempotency.claim<Applied>(owner, OPERATION, change.clientChangeId, change),
  );
  const [known] = await Promise.all([Table.getMany(claims.map(({ key }) => key)), Devices.pushed(actor)]);
  const results: Result[] = [];
  for (const [index, change] of changes.entries()) {
    const claim = claims[index] as Idempotency.Claim<Applied>;
    const outcome = await outcomeOf(actor, change, claim, known[index], confirm);
    results.push({ clientChangeId: change.clientChangeId, ...outcome });
  }
  return results;
}

async function outcomeOf(
  actor: MobileActor,
  change: ClientChange,
  claim: Idempotency.Claim<Applied>,
  known: Table.Item | undefined,
  confirm: () => Promise<void>,
): Promise<Outcome> {
  try {
    const { result } = await Idempotency.once(claim, known, () => apply({ actor, change, claim, confirm }));
    return { status: "applied", version: result.version };
  } catch (error) {
    if (!(error instanceof SvcError) || !ofChange.has(error.kind)) throw error;
    if (error.is(KeyReused)) return { status: "rejected", error: fail(KeyReused, { message: ID_REUSED }) };
    if (!error.is(VersionConflict)) return { status: "rejected", error };
    const [record] = await Records.at(actor, [placeOf(actor, change)]);
    return { status: "conflict", version: record?.version ?? null, record };
  }
}

const ID_REUSED = text(
  "This clientChangeId was used for another change. Give each change a new one.",
  "Ce clientChangeId a servi pour une autre modification. Donnez-en un nouveau à chaque modification.",
);

/** Errors of one change, not of the whole request. */
const ofChange = new Set<ErrorKind>(["invalid", "forbidden", "not-found", "conflict", "unprocessable"]);

const placeOf = ({ userId }: MobileActor, { collection, id }: ClientChange): Records.Place => {
  if (collection === "beneficiaries")
    return { collection, of: beneficiary.key({ userId, beneficiaryId: id }) };
  if (collection === "notifications") return { collection, of: notice.key({ userId, notificationId: id }) };
  return { collection, of: userProfile.key({ userId }) };
};

interface Order {
  readonly actor: MobileActor;
  readonly change: ClientChange;
  readonly claim: Idempotency.Claim<Applied>;
  readonly confirm: () => Promise<void>;
}

const ONE_OF_WRITABLE = text(
  `must be one of ${writable.join(", ")}: devices change nothing else`,
  `doit être une de ces valeurs : ${writable.join(", ")} ; les appareils ne changent rien d'autre`,
);
const NO_DELETION = text(
  "must be upsert: this cannot be deleted",
  "doit être upsert : ceci ne peut pas être supprimé",
);

const isWritable = (collection: Collection): collection is Writable =>
  (writable as readonly Collection[]).includes(collection);

/** @throws the collection's own errors; AlreadyDone if the same change was applied before */
async function apply(order: Order): Promise<Applied> {
  const { change, claim } = order;
  if (!isWritable(change.collection)) throw problem("collection", ONE_OF_WRITABLE);
  // Of two concurrent equal changes, the second finds the result of the first.
  return appliers[change.collection](order).catch(Idempotency.rejectErrorUnlessRepeated(claim));
}

/** Records a change in the transaction that makes it. */
const made =
  ({ claim }: Order): Table.Also<{ readonly version: number }> =>
  ({ version }) => [Idempotency.recordWrite(claim, { version })];

const appliers: Readonly<Record<Writable, (order: Order) => Promise<Applied>>> = {
  async profile(order) {
    const data = read(order, profileChange.omit({ version: true }), "profile");
    const wanted = { ...data, version: versionOf(order.change) };
    const { user } = await changeProfile(order.actor, wanted, order.confirm, ({ user }) => made(order)(user));
    return { version: user.version };
  },
  preferences(order) {
    const data = read(order, preferences, "preferences");
    return Preferences.replace(order.actor, { ...data, version: versionOf(order.change) }, made(order));
  },
  notificationPreferences(order) {
    const data = read(order, notificationPreferences, "notificationPreferences");
    return Preferences.replaceNotificationPreferences(
      order.actor,
      { ...data, version: versionOf(order.change) },
      made(order),
    );
  },
  /** A read notification stays read, so there is never a conflict. */
  async notifications(order) {
    const { actor, change } = order;
    if (change.op !== "upsert") throw problem("op", NO_DELETION);
    parsed(z.object({ read: z.literal(true) }), change.data, "data");
    const told = (notice: History.Notice) => made(order)({ version: History.versionOf(notice) });
    return { version: History.versionOf(await History.read(actor, change.id, told)) };
  },
  async beneficiaries(order) {
    const { actor, change } = order;
    const id = parsed(beneficiaryId, change.id, "id");
    if (change.op === "delete")
      return stillThere(Beneficiaries.remove(actor, baseOf(change, id), made(order)));
    const data = parsed(beneficiaryData, change.data, "data");
    if (change.baseVersion === null) {
      await order.confirm();
      return Beneficiaries.add(actor, id, data, made(order));
    }
    const before = await stillThere(Beneficiaries.fromId(actor, id));
    // A new IBAN is a new beneficiary, and takes a confirmation.
    if (before.iban !== data.iban) await order.confirm();
    return stillThere(Beneficiaries.change(actor, baseOf(change, id), data, made(order)));
  },
};

const baseOf = (change: ClientChange, id: string) => ({ id, version: versionOf(change) });

/** A record that another device deleted is a version conflict. */
const stillThere = <T>(work: Promise<T>): Promise<T> =>
  recover(BeneficiaryNotFound, work, (cause) => {
    throw fail(VersionConflict, { cause });
  });

/** Parses a change of a collection with a single record. @throws INVALID_REQUEST */
function read<S extends z.ZodType>({ change }: Order, schema: S, id: string): z.output<S> {
  if (change.id !== id)
    throw problem("id", text(`must be "${id}": there is one`, `doit être « ${id} » : il n'y en a qu'un`));
  if (change.op !== "upsert") throw problem("op", NO_DELETION);
  return parsed(schema, change.data, "data");
}

/** @throws INVALID_REQUEST */
function versionOf({ baseVersion }: ClientChange): number {
  if (baseVersion === null)
    throw problem(
      "baseVersion",
      text("must be the version that was changed", "doit être la version qui a été changée"),
    );
  return baseVersion;
}

/** @throws INVALID_REQUEST with each field and its rule */
function parsed<S extends z.ZodType>(schema: S, value: unknown, field: string): z.output<S> {
  const { data, error, success } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const issues = error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }));
  throw failFields(InvalidRequest, problemsOf(issues, field));
}

const problem = (field: string, message: Text): SvcError => failFields(InvalidRequest, [{ field, message }]);
