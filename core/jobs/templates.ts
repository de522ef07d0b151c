import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { toIso } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { partOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { jobTemplate, jobTemplateCount } from "./entity.ts";
import { TemplateLimit, TemplateNotFound } from "./errors.ts";
import { DEFAULT_PRIORITY, MAX_TEMPLATES, type NewJob, type Template } from "./schema.ts";

/** Templates: presets for jobs (spec 3, section 2.7). */

type Owner = Pick<UserActor, "userId">;

/** The payload of a report's type may be incomplete. */
export type NewTemplate = Pick<Template, "name" | "type"> &
  Pick<NewJob, "payload" | "priority" | "capability">;

/** Creates a template. @throws TEMPLATE_LIMIT_REACHED, INVALID_PAYLOAD */
export async function create(owner: Stamp.Holder, request: NewTemplate): Promise<Template> {
  const { userId } = owner;
  const { name, type, payload = {}, priority = DEFAULT_PRIORITY, capability } = request;
  checkPayload(type, payload);
  const now = Clock.nowIso();
  const templateId = Ids.create("template");
  const created: Template = {
    ...{ templateId, userId, name, type, priority },
    payload: JSON.stringify(payload),
    ...(capability !== undefined && { capability }),
    createdAt: now,
    updatedAt: now,
  };
  await Table.commit([
    Stamp.assertUnchanged(owner),
    {
      update: jobTemplateCount.key({ userId }),
      add: { count: 1 },
      where: Where.any(Where.lacks("count"), Where.below("count", MAX_TEMPLATES)),
      onConditionFailed: TemplateLimit,
    },
    { put: jobTemplate.item(created) },
  ]);
  return created;
}

/** @throws INVALID_PAYLOAD */
function checkPayload(type: string, payload: unknown): void {
  if (isReport(type)) partOf(type, payload);
}

/** Returns the actor's templates, oldest first. */
export const list = ({ userId }: Owner): Promise<Template[]> => listAll(jobTemplate, { userId });

/** Finds one of the actor's templates. @throws TEMPLATE_NOT_FOUND, also for another user's template */
export async function fromId({ userId }: Owner, templateId: string): Promise<Template> {
  const found = await Table.find(jobTemplate, { userId, templateId });
  if (!found) throw fail(TemplateNotFound);
  return found;
}

/** The fields to change. Omitted fields stay. */
export interface TemplateChange
  extends Omit<{ readonly [K in keyof NewTemplate]?: NewTemplate[K] | undefined }, "capability"> {
  /** null removes it. */
  readonly capability?: string | null | undefined;
}

/** Changes a template. @throws TEMPLATE_NOT_FOUND, INVALID_PAYLOAD */
export const update = (actor: Owner, templateId: string, change: TemplateChange): Promise<Template> =>
  Table.change(
    () => fromId(actor, templateId),
    (before) => {
      const after = changed(before, change);
      checkPayload(after.type, JSON.parse(after.payload));
      const where = Where.is({ updatedAt: before.updatedAt });
      return { writes: [{ put: jobTemplate.item(after), where }], result: after };
    },
  );

function changed(before: Template, { capability = before.capability, ...change }: TemplateChange): Template {
  const { capability: _, ...rest } = before;
  const { name = rest.name, type = rest.type, priority = rest.priority, payload } = change;
  return {
    ...{ ...rest, name, type, priority },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    ...(capability !== null && capability !== undefined && { capability }),
    updatedAt: laterThan(before.updatedAt),
  };
}

/** Returns now, or the next millisecond after the previous change, so that each change has its own time. */
const laterThan = (before: string): string => toIso(Math.max(Clock.nowMs(), Date.parse(before) + 1));

/** Deletes a template. @throws TEMPLATE_NOT_FOUND */
export async function remove({ userId }: Owner, templateId: string): Promise<void> {
  await Table.commit([
    {
      remove: jobTemplate.key({ userId, templateId }),
      where: Where.exists,
      onConditionFailed: TemplateNotFound,
    },
    { update: jobTemplateCount.key({ userId }), add: { count: -1 } },
  ]);
}

/**
 * Merges a job request into a template. An object payload overrides the template's field by field; any other payload
 * replaces it.
 * @throws TEMPLATE_NOT_FOUND
 */
export async function preset(actor: Owner, templateId: string, request: NewJob): Promise<NewJob> {
  const template = await fromId(actor, templateId);
  return {
    type: request.type ?? template.type,
    payload: merged(JSON.parse(template.payload), request.payload),
    priority: request.priority ?? template.priority,
    // The template's capability does not apply to another type.
    capability: request.capability ?? (request.type === undefined ? template.capability : undefined),
    maxAttempts: request.maxAttempts,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(preset: unknown, payload: unknown): unknown {
  if (payload === undefined) return preset;
  return isObject(preset) && isObject(payload) ? { ...preset, ...payload } : payload;
}
