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
 * Pushing: what was changed on a device while it was offline. Each change is made under the rules of its own
 * domain and to the version that the device knew, once, by the id that the device gave it; none stops another.
 */

export type Result = { readonly clientChangeId: string } & Outcome;

type Outcome =
  | { readonly status: "applied"; readonly version: number }
  /** What is there instead; without a record nothing is there any more. */
  | {
      readonly status: "conflict";
      readonly version: number | null;
      readonly record: Records.Shown | undefined;
    }
  | { readonly status: "rejected"; readonly error: SvcError };

/** What is kept of a change that was made. */
interface Applied {
  readonly version: number;
}

const OPERATION = "mobile.sync.push";

/**
 * Makes changes of the actor's device, one after the other.
 * @param confirm asks for the actor's confirmation of the request
 * @throws what says nothing of a change: SERVICE_UNAVAILABLE, CONTENTION, UNAUTHORIZED. What was made is told
 *   again to who sends it again
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

/** Errors that are of one change, and not of all that could be asked now. */
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

/** @throws what the collection's own rules refuse; AlreadyDone, where that is what the same change has done */
async function apply(order: Order): Promise<Applied> {
  const { change, claim } = order;
  if (!isWritable(change.collection)) throw problem("collection", ONE_OF_WRITABLE);
  // Of two that came at once, the second meets what the first one made.
  return appliers[change.collection](order).catch(Idempotency.refusing(claim));
}

/** The record of a change, for the transaction that makes it. */
const made =
  ({ claim }: Order): Table.Also<{ readonly version: number }> =>
  ({ version }) => [Idempotency.record(claim, { version })];

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
  /** What was read stays read, so it is never a conflict. */
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
    // Money would go to another account: that is a new beneficiary.
    if (before.iban !== data.iban) await order.confirm();
    return stillThere(Beneficiaries.change(actor, baseOf(change, id), data, made(order)));
  },
};

const baseOf = (change: ClientChange, id: string) => ({ id, version: versionOf(change) });

/** What another device has deleted has changed since it was read. */
const stillThere = <T>(work: Promise<T>): Promise<T> =>
  recover(BeneficiaryNotFound, work, (cause) => {
    throw fail(VersionConflict, { cause });
  });

/** What a change is made to of the one record that a collection is. @throws INVALID_REQUEST */
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

/** @throws INVALID_REQUEST that names each field and the rule it breaks */
function parsed<S extends z.ZodType>(schema: S, value: unknown, field: string): z.output<S> {
  const { data, error, success } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const issues = error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }));
  throw failFields(InvalidRequest, problemsOf(issues, field));
}

const problem = (field: string, message: Text): SvcError => failFields(InvalidRequest, [{ field, message }]);
