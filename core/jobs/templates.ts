import type { UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import { partOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { commit } from "./commit.ts";
import { jobTemplate, jobTemplateCount, TEMPLATE_PREFIX } from "./entity.ts";
import { TemplateLimit, TemplateNotFound } from "./errors.ts";
import { DEFAULT_PRIORITY, MAX_TEMPLATES, type NewJob, type Template, templateItem } from "./schema.ts";

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
export async function create({ userId }: Owner, given: NewTemplate): Promise<Template> {
  const { name, type, payload = {}, priority = DEFAULT_PRIORITY, capability } = given;
  checkPayload(type, payload);
  const now = Clock.nowIso();
  const templateId = Ids.create("template");
  const made: Template = {
    ...{ templateId, userId, name, type, payload, priority },
    ...(capability !== undefined && { capability }),
    createdAt: now,
    updatedAt: now,
  };
  const refused = await commit([
    {
      update: {
        key: jobTemplateCount.key({ userId }),
        update: "ADD #count :one",
        condition: "attribute_not_exists(#count) OR #count < :most",
        names: { "#count": "count" },
        values: { ":one": 1, ":most": MAX_TEMPLATES },
      },
    },
    { put: { ...jobTemplate.key(made), ...made, payload: JSON.stringify(payload) } },
  ]);
  if (refused) throw fail(TemplateLimit);
  return made;
}

/** @throws INVALID_PAYLOAD */
function checkPayload(type: string, payload: unknown): void {
  if (isReport(type)) partOf(type, payload);
}

/** The actor's templates, oldest first. */
export async function list({ userId }: Owner): Promise<Template[]> {
  const items = await Table.queryAll({ pk: jobTemplate.partition({ userId }), beginsWith: TEMPLATE_PREFIX });
  return items.map((item) => templateItem.parse(item));
}

/** One of the actor's templates. @throws TEMPLATE_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, templateId: string): Promise<Template> {
  const item = await Table.get(jobTemplate.key({ userId, templateId }));
  if (!item) throw fail(TemplateNotFound);
  return templateItem.parse(item);
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

const MAX_TRIES = 10;

/** Changes a template. @throws TEMPLATE_NOT_FOUND, INVALID_PAYLOAD */
export async function update(actor: Owner, templateId: string, change: TemplateChange): Promise<Template> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const before = await fromId(actor, templateId);
    const { capability = before.capability, ...rest } = change;
    const { capability: _, ...kept } = before;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const after: Template = {
      ...kept,
      ...given,
      ...(capability !== null && capability !== undefined && { capability }),
      updatedAt: laterThan(before.updatedAt),
    };
    checkPayload(after.type, after.payload);
    const refused = await commit([
      {
        put: { ...jobTemplate.key(after), ...after, payload: JSON.stringify(after.payload) },
        condition: "updatedAt = :seen",
        values: { ":seen": before.updatedAt },
      },
    ]);
    if (!refused) return after;
    // Changed or deleted in the meantime: look again.
    await Table.pause(tries);
  }
  throw fail(Unavailable);
}

/** Now, but after the change before: it is what tells two changes apart. */
const laterThan = (before: string): string =>
  new Date(Math.max(Clock.nowMs(), Date.parse(before) + 1)).toISOString();

/** Deletes a template. @throws TEMPLATE_NOT_FOUND */
export async function remove({ userId }: Owner, templateId: string): Promise<void> {
  const refused = await commit([
    { remove: jobTemplate.key({ userId, templateId }), condition: "attribute_exists(pk)" },
    {
      update: {
        key: jobTemplateCount.key({ userId }),
        update: "ADD #count :less",
        names: { "#count": "count" },
        values: { ":less": -1 },
      },
    },
  ]);
  if (refused) throw fail(TemplateNotFound);
}

/**
 * What a job is to be, by a template and what was said beside it. The fields of a payload that is an object go over those of the
 * template's, one by one; any other payload goes over it as a whole.
 * @throws TEMPLATE_NOT_FOUND
 */
export async function preset(actor: Owner, templateId: string, given: NewJob): Promise<NewJob> {
  const template = await fromId(actor, templateId);
  return {
    type: given.type ?? template.type,
    payload: laidOver(template.payload, given.payload),
    priority: given.priority ?? template.priority,
    // What another type needs, the template cannot know.
    capability: given.capability ?? (given.type === undefined ? template.capability : undefined),
    maxAttempts: given.maxAttempts,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function laidOver(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  return isObject(below) && isObject(above) ? { ...below, ...above } : above;
}
