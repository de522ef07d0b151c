import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import type { BodyOf, ParamsOf, ResultOf, RouteSpec } from "./route.ts";

const route = defineFamily({
  id: "tea.cups",
  path: "/api/tea/cups",
  family: "payments",
  auth: "session",
  limit: limits.payments,
});

const create = route({
  id: "create",
  method: "POST",
  summary: "Pour a cup",
  request: { body: z.object({ sugar: z.int() }) },
  responses: { 201: { description: "The cup", body: z.object({ id: z.string() }) } },
});

const read = route({
  id: "read",
  path: "/{id}",
  method: "GET",
  summary: "A cup",
  auth: "admin",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: { description: "The cup" } },
});

describe("a route of a family", () => {
  it("has its family's fields, and an id and a path that begin with the family's id and path", () => {
    expect(create).toMatchObject({
      id: "tea.cups.create",
      path: "/api/tea/cups",
      family: "payments",
      auth: "session",
      limit: limits.payments,
    });
    expect(read).toMatchObject({ id: "tea.cups.read", path: "/api/tea/cups/{id}", limit: limits.payments });
  });

  it("may replace a field of its family", () => {
    expect(read.auth).toBe("admin");
  });

  it("keeps exact types, so that the types of its handler's body and result derive from it", () => {
    expectTypeOf(create).toExtend<RouteSpec>();
    expectTypeOf(create.id).toEqualTypeOf<"tea.cups.create">();
    expectTypeOf(read.path).toEqualTypeOf<"/api/tea/cups/{id}">();
    expectTypeOf(create.auth).toEqualTypeOf<"session">();
    expectTypeOf(read.auth).toEqualTypeOf<"admin">();
    expectTypeOf<BodyOf<typeof create>>().toEqualTypeOf<{ sugar: number }>();
    expectTypeOf<ResultOf<typeof create>>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<ParamsOf<typeof create>>().toEqualTypeOf<undefined>();
    expectTypeOf<ParamsOf<typeof read>>().toEqualTypeOf<{ id: string }>();
  });

  it("may state its only response in `response` instead of a map by status", () => {
    const body = z.object({ leaves: z.int() });
    const only = { id: "leaves", method: "GET", summary: "The leaves" } as const;
    const shown = route({ ...only, response: { description: "The leaves", body } });
    expect(shown).toMatchObject({ responses: { 200: { description: "The leaves", body } } });
    expect(shown).not.toHaveProperty("response");
    expectTypeOf(shown).toExtend<RouteSpec>();
    expectTypeOf<ResultOf<typeof shown>>().toEqualTypeOf<{ leaves: number }>();
    const made = route({ ...only, response: { status: 202, description: "Later", body } });
    expect(Object.keys(made.responses)).toEqual(["202"]);
    expectTypeOf<ResultOf<typeof made>>().toEqualTypeOf<{ leaves: number }>();
    // @ts-expect-error: it states no response.
    route(only);
  });

  it("does not compile if a required field is missing from it and its family, or with an unknown field", () => {
    const responses = { 200: { description: "" } };
    // @ts-expect-error: it has no method.
    route({ id: "a", summary: "", responses });
    // @ts-expect-error: no route has `limits`.
    route({ id: "a", method: "GET", summary: "", responses, limits: limits.payments });
    // @ts-expect-error: its family states no auth.
    defineFamily({ id: "a", family: "web" })({ id: "b", path: "/b", method: "GET", summary: "", responses });
  });
});
