import * as z from "zod";
import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { BeneficiaryNotFound } from "../banking/beneficiaries/errors.ts";
import * as Beneficiaries from "../banking/beneficiaries/index.ts";
import { beneficiaryData, beneficiaryId, beneficiaryName } from "../banking/beneficiaries/schema.ts";
import type { MobileActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { VersionConflict } from "../identity/errors.ts";
import { notificationPreferences, preferences } from "../identity/preferences/schema.ts";
import { change as changeProfile } from "../identity/profile/change.ts";
import * as Preferences from "../identity/profile/preferences.ts";
import { profileChange } from "../identity/profile/schema.ts";
import {
  type ErrorKind,
  fail,
  failFields,
  InvalidRequest,
  invalidField,
  recover,
  SvcError,
} from "../kernel/errors.ts";
import { problemsOf } from "../kernel/problems.ts";
import { text } from "../kernel/texts/index.ts";
import { notice } from "../messaging/entity.ts";
import * as History from "../messaging/notifications/history.ts";
import { KeyReused } from "../platform/idempotency/errors.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Devices from "./cursor.ts";
import * as Records from "./records.ts";
import { type ClientChange, type Collection, type Writable, writable } from "./schema.ts";

/**
 * Applies changes that a device made offline. Each follows its domain's rules, requires the version that the device had,
 * and is idempotent by the device's id for it. A failed change does not stop the others.
 */

export type Result = { readonly clientChangeId: string } & Outcome;

type Outcome =
  | { readonly status: "applied"; readonly version: number }
  /** `record`: the current record; undefined if it was deleted. */
  | {
      readonly status: "conflict";
      readonly version: number | null;
      readonly record: Records.SyncRecord | undefined;
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
 * @throws errors that do not concern one change: SERVICE_UNAVAILABLE, CONTENTION, UNAUTHORIZED. A repeated request
 *   returns the results of the changes that were applied
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
  const [known] = await Promise.all([Table.getMany(claims.map(({ key }) => key)), Devices.recordPush(actor)]);
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
    if (!(error instanceof SvcError) || !errorsOfChange.has(error.kind)) throw error;
    if (error.is(KeyReused)) return { status: "rejected", error: fail(KeyReused, { message: ID_REUSED }) };
    if (!error.is(VersionConflict)) return { status: "rejected", error };
    const [record] = await Records.at(actor, [sourceOf(actor, change)]);
    return { status: "conflict", version: record?.version ?? null, record };
  }
}

const ID_REUSED = text(
  "This clientChangeId was used for another change. Give each change a new one.",
  "Ce clientChangeId a servi pour une autre modification. Donnez-en un nouveau à chaque modification.",
);

/** Errors of one change, not of the whole request. */
const errorsOfChange = new Set<ErrorKind>(["invalid", "forbidden", "not-found", "conflict", "unprocessable"]);

const sourceOf = ({ userId }: MobileActor, { collection, id }: ClientChange): Records.Source => {
  if (collection === "beneficiaries")
    return { collection, of: beneficiary.key({ userId, beneficiaryId: id }) };
  if (collection === "notifications") return { collection, of: notice.key({ userId, notificationId: id }) };
  return { collection, of: userProfile.key({ userId }) };
};

interface ChangeRequest {
  readonly actor: MobileActor;
  readonly change: ClientChange;
  readonly claim: Idempotency.Claim<Applied>;
  readonly confirm: () => Promise<void>;
}

const ONE_OF_WRITABLE = text(
  `must be one of ${writable.join(", ")}, the collections that devices can change`,
  `doit être une de ces valeurs : ${writable.join(", ")}, les collections que les appareils peuvent modifier`,
);
const NO_DELETION = text(
  "must be upsert, because this record cannot be deleted",
  "doit être upsert, car cet enregistrement ne peut pas être supprimé",
);

const isWritable = (collection: Collection): collection is Writable =>
  (writable as readonly Collection[]).includes(collection);

/** @throws the collection's own errors; AlreadyDone if the same change was applied before */
async function apply(request: ChangeRequest): Promise<Applied> {
  const { collection } = request.change;
  if (!isWritable(collection)) throw invalidField("collection", ONE_OF_WRITABLE);
  return appliers[collection](request);
}

/** Returns the write that records the result of a change, for the change's transaction. */
const recordResult =
  ({ claim }: ChangeRequest): Table.Also<{ readonly version: number }> =>
  ({ version }) => [Idempotency.recordWrite(claim, { version })];

const appliers: Readonly<Record<Writable, (request: ChangeRequest) => Promise<Applied>>> = {
  async profile(request) {
    const data = parseSingle(request, profileChange.omit({ version: true }), "profile");
    const next = { ...data, version: versionOf(request.change) };
    const { user } = await changeProfile(request.actor, next, request.confirm, ({ user }) =>
      recordResult(request)(user),
    );
    return { version: user.version };
  },
  preferences(request) {
    const data = parseSingle(request, preferences, "preferences");
    return Preferences.replace(
      request.actor,
      { ...data, version: versionOf(request.change) },
      recordResult(request),
    );
  },
  notificationPreferences(request) {
    const data = parseSingle(request, notificationPreferences, "notificationPreferences");
    return Preferences.replaceNotificationPreferences(
      request.actor,
      { ...data, version: versionOf(request.change) },
      recordResult(request),
    );
  },
  /** A read notification remains read, so a conflict is impossible. */
  async notifications(request) {
    const { actor, change } = request;
    if (change.op !== "upsert") throw invalidField("op", NO_DELETION);
    parseData(z.object({ read: z.literal(true) }), change.data, "data");
    const record = (notice: History.Notice) => recordResult(request)({ version: History.versionOf(notice) });
    return { version: History.versionOf(await History.read(actor, change.id, record)) };
  },
  async beneficiaries(request) {
    const { actor, change } = request;
    const id = parseData(beneficiaryId, change.id, "id");
    if (change.op === "delete")
      return conflictIfDeleted(Beneficiaries.remove(actor, baseOf(change, id), recordResult(request)));
    if (change.baseVersion === null) {
      const data = parseData(beneficiaryData, change.data, "data");
      await request.confirm();
      return Beneficiaries.add(actor, id, data, recordResult(request));
    }
    const before = await conflictIfDeleted(Beneficiaries.fromId(actor, id));
    if (before.type === "person") {
      const data = parseData(beneficiaryName, change.data, "data");
      return conflictIfDeleted(Beneficiaries.change(actor, baseOf(change, id), data, recordResult(request)));
    }
    const data = parseData(beneficiaryData, change.data, "data");
    // A new IBAN is a new beneficiary, and requires a confirmation.
    if (before.iban !== data.iban) await request.confirm();
    return conflictIfDeleted(Beneficiaries.change(actor, baseOf(change, id), data, recordResult(request)));
  },
};

const baseOf = (change: ClientChange, id: string) => ({ id, version: versionOf(change) });

/** Reports a beneficiary that another device deleted as a version conflict. */
const conflictIfDeleted = <T>(work: Promise<T>): Promise<T> =>
  recover(BeneficiaryNotFound, work, (cause) => {
    throw fail(VersionConflict, { cause });
  });

/** Parses a change of a collection with a single record. @throws INVALID_REQUEST */
function parseSingle<S extends z.ZodType>({ change }: ChangeRequest, schema: S, id: string): z.output<S> {
  if (change.id !== id)
    throw invalidField(
      "id",
      text(
        `must be "${id}", the only record of the collection`,
        `doit être « ${id} », le seul enregistrement de la collection`,
      ),
    );
  if (change.op !== "upsert") throw invalidField("op", NO_DELETION);
  return parseData(schema, change.data, "data");
}

/** @throws INVALID_REQUEST */
function versionOf({ baseVersion }: ClientChange): number {
  if (baseVersion === null)
    throw invalidField(
      "baseVersion",
      text("must be the version that the device changed", "doit être la version que l'appareil a modifiée"),
    );
  return baseVersion;
}

/** @throws INVALID_REQUEST with each field and its rule */
function parseData<S extends z.ZodType>(schema: S, value: unknown, field: string): z.output<S> {
  const { data, error, success } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const issues = error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }));
  throw failFields(InvalidRequest, problemsOf(issues, field));
}
