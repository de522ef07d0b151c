import * as z from "zod";
import { TemplateLimit, TemplateNotFound } from "../core/jobs/errors.ts";
import { MAX_TEMPLATES } from "../core/jobs/schema.ts";
import { NO_CONTROL } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { InvalidPayload } from "../core/reports/schema.ts";
import { changesSomething, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import { capability, payload, payloads, priority, templateId, type } from "./jobs/schemas.ts";
import * as limits from "./limits.ts";

/** Templates: reusable presets for jobs (spec 3, section 2.7). */

const route = defineFamily({
  id: "job-templates",
  path: "/api/job-templates",
  family: "defi",
  auth: "session",
  limit: limits.changeTemplate,
});

const templateName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(
    NO_CONTROL,
    rule("must not have control characters", "ne doit pas contenir de caractères de contrôle"),
  )
  .meta({ examples: ["Every month"] });

const template = z
  .object({
    id: templateId,
    name: z.string(),
    type: z.string(),
    payload: z.unknown(),
    priority: z.int(),
    capability: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "JobTemplate" });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Make a template for jobs",
  description: `${payloads}A template may have any part of that: the rest is said where a job is created. ${MAX_TEMPLATES} templates an account.`,
  request: {
    body: z.strictObject({
      name: templateName,
      type,
      payload: payload.optional(),
      priority: priority.optional(),
      capability: capability.optional(),
    }),
  },
  responses: { 201: { description: "The template", body: template } },
  errors: [TemplateLimit, InvalidPayload],
  grants: { table: "write" },
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's templates, oldest first",
  limit: limits.useJobs,
  responses: { 200: { description: "All templates", body: z.object({ templates: z.array(template) }) } },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "A template",
  limit: limits.useJobs,
  request: { params: z.object({ id: templateId }) },
  responses: { 200: { description: "The template", body: template } },
  errors: [TemplateNotFound],
  grants: { table: "read" },
});

export const update = route({
  id: "update",
  method: "PATCH",
  path: "/{id}",
  summary: "Change a template",
  description:
    "What is left out stays; `capability: null` takes it away. Jobs that there are stay as they are.",
  request: {
    params: z.object({ id: templateId }),
    body: z
      .strictObject({
        name: templateName.optional(),
        type: type.optional(),
        payload: payload.optional(),
        priority: priority.optional(),
        capability: capability.nullable().optional(),
      })
      .refine(...changesSomething("name", "type", "payload", "priority", "capability")),
  },
  responses: { 200: { description: "The template from now on", body: template } },
  errors: [TemplateNotFound, InvalidPayload],
  grants: { table: "write" },
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Delete a template",
  request: { params: z.object({ id: templateId }) },
  responses: { 204: { description: "Deleted" } },
  errors: [TemplateNotFound],
  grants: { table: "write" },
});
