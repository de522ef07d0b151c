import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, beforeAll } from "vitest";
import type { RouteSpec } from "../../contract/route.ts";
import { handler as fallback } from "../../functions/_chain/fallback.ts";
import type { Handler } from "../../functions/_chain/outer.ts";
import { startGateway } from "../../local/aws.ts";

/** Serves a test's own routes behind the whole chain and a real socket. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Serves the routes for the tests of a file. Call it at the top of the file, after `withDatabase`. */
export function withRoutes(served: readonly { readonly spec: RouteSpec; readonly handler: Handler }[]) {
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    process.env["ORIGIN_SECRET"] = "from-our-distribution";
    const handlers = new Map(served.map(({ spec, handler }) => [spec.id, handler]));
    gateway = await startGateway(
      {
        routes: served.map(({ spec }) => spec),
        load: async (id) => handlers.get(id) as never,
        fallback: async () => fallback as never,
      },
      0,
      "127.0.0.1",
    );
  });
  afterAll(() => gateway?.stop());

  return async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${gateway?.port}${path}`, { redirect: "manual", ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? {} : (JSON.parse(text) as Answer["body"]),
    };
  };
}
