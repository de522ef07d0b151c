import * as z from "zod";
import { WrongPassword } from "../../core/identity/errors.ts";
import { ErasureBlocked, ExportNotReady } from "../../core/people/errors.ts";
import * as Data from "../account.ts";
import { hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** The export and erasure of personal data (GDPR, articles 15, 17 and 20). Not in the specification. */

const route = defineFamily({
  id: "auth.data",
  path: "/api/account",
  family: "auth",
  auth: "session",
  limit: limits.sessions,
});

/** The password in the body is a proof. Without it, the session or a header must have one. */
const withPassword = {
  ...hashesPassword,
  limit: limits.ownPassword,
  request: { body: z.strictObject({ password: z.string().max(1024).optional() }).optional() },
  proof: { accepts: "`password`" },
} as const;

export const askExport = route({
  ...Data.askExport,
  ...withPassword,
  errors: [WrongPassword],
  grants: { table: "write", credentials: ["password"], queues: ["jobs"] },
});

export const readExport = route(Data.readExport);

export const linkExport = route({
  ...Data.linkExport,
  ...withPassword,
  errors: [WrongPassword, ExportNotReady],
  grants: { table: "write", credentials: ["password"], objects: "read" },
});

export const readErasure = route(Data.readErasure);

export const askErasure = route({
  ...Data.askErasure,
  ...withPassword,
  errors: [WrongPassword, ErasureBlocked],
  grants: { table: "write", credentials: ["password"] },
});
