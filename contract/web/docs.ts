import * as z from "zod";
import { NotFound } from "../../core/kernel/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { pageOf } from "./page.ts";

/** What developers read: guides, the reference of all interfaces, and what each error means. */

const route = defineFamily({
  id: "web.docs",
  path: "/docs",
  family: "web",
  auth: "none",
  limit: limits.page,
  grants: { table: "read" },
  method: "GET",
});

export const index = route({
  id: "index",
  summary: "The guides",
  responses: { 200: pageOf("The page") },
});

export const guide = route({
  id: "guide",
  path: "/{guide}",
  summary: "A guide",
  request: { params: z.object({ guide: z.string() }) },
  responses: { 200: pageOf("The page") },
  errors: [NotFound],
});

export const errors = route({
  id: "errors",
  path: "/errors",
  summary: "Every error code, each at an anchor of its name",
  responses: { 200: pageOf("The page") },
});

export const reference = route({
  id: "reference",
  path: "/api",
  summary: "The reference of every operation, from which calls can be tried",
  responses: { 200: pageOf("The page") },
});

export const script = route({
  id: "script",
  path: "/reference.js",
  summary: "The script that shows the reference: Scalar, from here and nowhere else",
  cache: { seconds: 60 },
  responses: { 200: { description: "The script", contentType: "text/javascript; charset=utf-8" } },
});
