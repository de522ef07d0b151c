import { describe, expect, test } from "vitest";
import { router } from "./router.ts";

const routes = (...keys: string[]) =>
  keys.map((key) => {
    const [method = "", path = ""] = key.split(" ");
    return { id: key, method, path };
  });

describe("router()", () => {
  // The example of AWS's "Working with routes for HTTP APIs".
  const match = router(
    routes(
      "ANY /{proxy+}",
      "GET /pets/{proxy+}",
      "GET /pets/dog/{id}",
      "GET /pets/dog/1",
      "POST /pets/dog/1",
    ),
  );

  test.each([
    ["GET", "/pets/dog/1", "GET /pets/dog/1", {}],
    ["POST", "/pets/dog/1", "POST /pets/dog/1", {}],
    ["GET", "/pets/dog/2", "GET /pets/dog/{id}", { id: "2" }],
    ["GET", "/pets/cat/1", "GET /pets/{proxy+}", { proxy: "cat/1" }],
    ["POST", "/test/5", "ANY /{proxy+}", { proxy: "test/5" }],
    ["PUT", "/pets/dog/1", "ANY /{proxy+}", { proxy: "pets/dog/1" }],
    ["HEAD", "/pets/dog/1", "ANY /{proxy+}", { proxy: "pets/dog/1" }],
  ])("sends %s %s to the route that API Gateway chooses: %s", (method, path, key, params) => {
    expect(match(method, path)).toEqual({ route: expect.objectContaining({ id: key }), params });
  });

  test("does not match the root with a greedy path", () => {
    expect(match("GET", "/")).toBeUndefined();
  });
});

test("router() prefers a named method to ANY on the same path, in any order", () => {
  for (const order of [
    ["ANY /a/{id}", "GET /a/{id}"],
    ["GET /a/{id}", "ANY /a/{id}"],
  ]) {
    const match = router(routes(...order));
    expect(match("GET", "/a/1")?.route.id).toBe("GET /a/{id}");
    expect(match("DELETE", "/a/1")?.route.id).toBe("ANY /a/{id}");
  }
});

test("router() does not match HEAD and OPTIONS with a GET route", () => {
  const match = router(routes("GET /a"));
  expect(match("HEAD", "/a")).toBeUndefined();
  expect(match("OPTIONS", "/a")).toBeUndefined();
});

test("router() decodes each path segment separately, so that an escaped slash does not split it", () => {
  const match = router(routes("GET /a/{id}/b"));
  expect(match("GET", "/a/x%2Fy%20z/b")?.params).toEqual({ id: "x/y z" });
  expect(match("GET", "/a/%zz/b")?.params).toEqual({ id: "%zz" });
});

test("router() matches no empty parameter and no trailing slash", () => {
  const match = router(routes("GET /a/{id}", "GET /b"));
  expect(match("GET", "/a/")).toBeUndefined();
  expect(match("GET", "/b/")).toBeUndefined();
});
