import * as z from "zod";
import { WrongPassword } from "../../core/identity/errors.ts";
import { ErasureBlocked, ExportNotReady } from "../../core/people/errors.ts";
import { asked, erasure, exported, file, words } from "../data.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";

/** A person's own data: its export and its erasure (GDPR, articles 15, 17 and 20). Not in the specification. */

const route = defineFamily({ id: "auth.data", path: "/api/account", family: "auth", auth: "session" });

/** The password once more; an account that has none has its provider's sign-in alone. */
const confirmed = z.strictObject({ password: z.string().max(1024).optional() });
const withPassword = { memoryMb: ONE_CPU_MB, timeoutSeconds: 29, limit: limits.ownPassword } as const;

export const askExport = route({
  ...withPassword,
  id: "ask-export",
  method: "POST",
  path: "/export",
  summary: "Ask for one's data",
  description: `${words.export} Asks for the password once more, where the account has one.`,
  request: { body: confirmed },
  responses: { 202: { description: "It is being made", body: z.object({ export: exported }) } },
  errors: [WrongPassword],
  grants: { table: "write", credentials: ["password"], queues: ["jobs"] },
});

export const readExport = route({
  id: "read-export",
  method: "GET",
  path: "/export",
  summary: "How the export of one's data stands",
  limit: limits.sessions,
  responses: {
    200: { description: "The latest; null without one", body: z.object({ export: exported.nullable() }) },
  },
  grants: { table: "read" },
});

export const linkExport = route({
  ...withPassword,
  id: "link-export",
  method: "POST",
  path: "/export/link",
  summary: "A link to download one's data by",
  description: "It works for 15 minutes. Asks for the password once more, where the account has one.",
  request: { body: confirmed },
  responses: { 200: { description: "The link", body: file } },
  errors: [WrongPassword, ExportNotReady],
  grants: { table: "write", credentials: ["password"], objects: "read" },
});

export const readErasure = route({
  id: "read-erasure",
  method: "GET",
  path: "/erasure",
  summary: "Whether the account can be deleted, and what is in the way",
  limit: limits.sessions,
  responses: { 200: { description: "How it stands", body: erasure } },
  grants: { table: "read" },
});

export const askErasure = route({
  ...withPassword,
  id: "ask-erasure",
  method: "POST",
  path: "/erasure",
  summary: "Have the account and its data deleted",
  description: `${words.erasure} Asks for the password once more, where the account has one.`,
  request: { body: confirmed },
  responses: { 202: { description: "The day is set, and the session has ended", body: asked } },
  errors: [WrongPassword, ErasureBlocked],
  grants: { table: "write", credentials: ["password"] },
});
