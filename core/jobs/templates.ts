import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import { wholePartition } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { partOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { jobTemplate, jobTemplateCount } from "./entity.ts";
import { TemplateLimit, TemplateNotFound } from "./errors.ts";
import { DEFAULT_PRIORITY, MAX_TEMPLATES, type NewJob, type Template } from "./schema.ts";

/** Templates: reusable presets for the creation of jobs (spec 3, section 2.7). */

type Owner = Pick<UserActor, "userId">;

export interface NewTemplate {
  readonly name: string;
  readonly type: string;
  /** JSON; of the platform's own types any part of what they need. */
  readonly payload?: unknown;
  readonly priority?: number | undefined;
  readonly capability?: string | undefined;
}

/** Makes a template. @throws TEMPLATE_LIMIT_REACHED, INVALID_PAYLOAD */
export async function create(owner: Stamp.Holder, wish: NewTemplate): Promise<Template> {
  const { userId } = owner;
  const { name, type, payload = {}, priority = DEFAULT_PRIORITY, capability } = wish;
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
    Stamp.stillHolds(owner),
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

/** The actor's templates, oldest first. */
export async function list({ userId }: Owner): Promise<Template[]> {
  const items = await Table.queryAll(wholePartition(jobTemplate, { userId }));
  return items.map((item) => jobTemplate.parse(item));
}

/** One of the actor's templates. @throws TEMPLATE_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, templateId: string): Promise<Template> {
  const found = await Table.find(jobTemplate, { userId, templateId });
  if (!found) throw fail(TemplateNotFound);
  return found;
}

/** What is to be changed; what is left out stays. */
export interface TemplateChange {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly payload?: unknown;
  readonly priority?: number | undefined;
  /** null: none any more. */
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

/** Now, but after the change before: two changes differ by it. */
const laterThan = (before: string): string =>
  new Date(Math.max(Clock.nowMs(), Date.parse(before) + 1)).toISOString();

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
 * What a job is to be, by a template and what was asked for beside it. The fields of a payload that is an
 * object go over those of the template's, one by one; any other payload replaces it as a whole.
 * @throws TEMPLATE_NOT_FOUND
 */
export async function preset(actor: Owner, templateId: string, wish: NewJob): Promise<NewJob> {
  const template = await fromId(actor, templateId);
  return {
    type: wish.type ?? template.type,
    payload: merged(JSON.parse(template.payload), wish.payload),
    priority: wish.priority ?? template.priority,
    // What another type needs, the template cannot know.
    capability: wish.capability ?? (wish.type === undefined ? template.capability : undefined),
    maxAttempts: wish.maxAttempts,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(preset: unknown, payload: unknown): unknown {
  if (payload === undefined) return preset;
  return isObject(preset) && isObject(payload) ? { ...preset, ...payload } : payload;
}
