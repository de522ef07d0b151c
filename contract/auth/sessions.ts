import * as z from "zod";
import { SessionNotFound } from "../../core/identity/errors.ts";
import { done, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** An account's sessions, on the web and on devices. Not in the specification. */

const route = defineFamily({
  id: "auth.sessions",
  path: "/api/auth/sessions",
  family: "auth",
  auth: "session",
  limit: limits.sessions,
  grants: { table: "write" },
});

const session = z
  .object({
    id: z.string(),
    kind: z.enum(["web", "mobile"]),
    name: z.string().meta({ description: "The browser or the device", examples: ["Firefox on Linux"] }),
    ip: z.string(),
    createdAt: timestamp,
    lastActive: timestamp,
    isCurrent: z.boolean(),
  })
  .meta({ id: "Session" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the account's sessions, most recently active first",
  response: { description: "The sessions", body: z.object({ sessions: z.array(session) }) },
  grants: { table: "read" },
});

export const end = route({
  id: "end",
  method: "DELETE",
  path: "/{id}",
  summary: "End a session, from its next request on",
  proof: "always",
  request: { params: z.object({ id: z.string() }) },
  response: { description: "Ended", body: done },
  errors: [SessionNotFound],
});

export const endOthers = route({
  id: "end-others",
  method: "POST",
  path: "/end-others",
  summary: "End every session except the caller's",
  proof: "always",
  response: {
    description: "Ended",
    body: done.extend({ sessionsEnded: z.int().describe("Without this one") }),
  },
});
