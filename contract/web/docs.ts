import * as z from "zod";
import { NotFound } from "../../core/kernel/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { page } from "./page.ts";

/** Documentation for developers: guides, the reference of all interfaces, and all error codes. */

const route = defineFamily({
  id: "web.docs",
  path: "/docs",
  family: "web",
  auth: "none",
  limit: limits.page,
  grants: { table: "read" },
  method: "GET",
  responses: page,
});

export const index = route({ id: "index", summary: "The guides" });

export const guide = route({
  id: "guide",
  path: "/{guide}",
  summary: "A guide",
  request: { params: z.object({ guide: z.string() }) },
  errors: [NotFound],
});

export const errors = route({
  id: "errors",
  path: "/errors",
  summary: "All error codes, each at an anchor of its name",
});

export const reference = route({
  id: "reference",
  path: "/api",
  summary: "The reference of every operation, in which calls can be tried",
});

export const script = route({
  id: "script",
  path: "/reference.js",
  summary: "The script of the reference: Scalar, served by the platform itself",
  cache: { seconds: 60 },
  response: { description: "The script", contentType: "text/javascript; charset=utf-8" },
});
