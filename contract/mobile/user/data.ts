import * as z from "zod";
import { ErasureBlocked, ExportNotReady } from "../../../core/people/errors.ts";
import { asked, erasure, exported, file, words } from "../../data.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";

/** A person's own data in the app: its export and its erasure (GDPR, articles 15, 17 and 20). */

const route = defineFamily({
  id: "mobile.user.data",
  path: "/api/v1/mobile/user",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const askExport = route({
  id: "ask-export",
  method: "POST",
  path: "/export",
  summary: "Ask for one's data",
  description: words.export,
  stepUp: "always",
  responses: { 202: { description: "It is being made", body: z.object({ export: exported }) } },
  grants: { table: "write", queues: ["jobs"] },
});

export const readExport = route({
  id: "read-export",
  method: "GET",
  path: "/export",
  summary: "How the export of one's data stands",
  responses: {
    200: { description: "The latest; null without one", body: z.object({ export: exported.nullable() }) },
  },
  grants: { table: "read" },
});

export const linkExport = route({
  id: "link-export",
  method: "POST",
  path: "/export/link",
  summary: "A link to download one's data by",
  description: "It works for 15 minutes.",
  stepUp: "always",
  responses: { 200: { description: "The link", body: file } },
  errors: [ExportNotReady],
  grants: { table: "write", objects: "read" },
});

export const readErasure = route({
  id: "read-erasure",
  method: "GET",
  path: "/erasure",
  summary: "Whether the account can be deleted, and what is in the way",
  responses: { 200: { description: "How it stands", body: erasure } },
  grants: { table: "read" },
});

export const askErasure = route({
  id: "ask-erasure",
  method: "POST",
  path: "/erasure",
  summary: "Have the account and its data deleted",
  description: words.erasure,
  stepUp: "always",
  responses: { 202: { description: "The day is set, and the session has ended", body: asked } },
  errors: [ErasureBlocked],
  grants: { table: "write" },
});
