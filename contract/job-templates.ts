import * as z from "zod";
import { TemplateLimit, TemplateNotFound } from "../core/jobs/errors.ts";
import { MAX_TEMPLATES } from "../core/jobs/schema.ts";
import { InvalidPayload } from "../core/reports/schema.ts";
import { changesSomething, givenName, timestamp } from "./common.ts";
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
  grants: { table: "write" },
});

const params = z.object({ id: templateId });
const templateName = givenName.meta({ examples: ["Every month"] });

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
  summary: "Create a template for jobs",
  description: `${payloads}A template may have any part of it; the job supplies the rest. An account has at most ${MAX_TEMPLATES} templates.`,
  request: {
    body: z.strictObject({
      name: templateName,
      type,
      payload: payload.optional(),
      priority: priority.optional(),
      capability: capability.optional(),
    }),
  },
  response: { status: 201, description: "The template", body: template },
  errors: [TemplateLimit, InvalidPayload],
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's templates, oldest first",
  limit: limits.useJobs,
  response: { description: "All templates", body: z.object({ templates: z.array(template) }) },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a template",
  limit: limits.useJobs,
  request: { params },
  response: { description: "The template", body: template },
  errors: [TemplateNotFound],
  grants: { table: "read" },
});

export const update = route({
  id: "update",
  method: "PATCH",
  path: "/{id}",
  summary: "Change a template",
  description: "Omitted fields stay; `capability: null` removes it. Existing jobs do not change.",
  request: {
    params,
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
  response: { description: "The changed template", body: template },
  errors: [TemplateNotFound, InvalidPayload],
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Delete a template",
  request: { params },
  response: { status: 204, description: "Deleted" },
  errors: [TemplateNotFound],
});
