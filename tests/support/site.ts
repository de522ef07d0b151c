import { join } from "node:path";
import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, beforeAll } from "vitest";
import { routes } from "../../contract/index.ts";
import { handlerFile, type RouteSpec } from "../../contract/route.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { startGateway } from "../../local/aws.ts";
import { withDatabase } from "./database.ts";

/**
 * Serves the real handler of every route over a real socket, with the file's own database: the platform
 * without its queues.
 */
export function withSite(): { url: string } {
  withDatabase();
  const site = { url: "" };
  let gateway: Gateway | undefined;
  const load = async (file: string) =>
    ((await import(join(process.cwd(), file))) as { handler: never }).handler;
  const fileOf = (id: string) => handlerFile(routes.find((one) => one.id === id) as RouteSpec);
  beforeAll(async () => {
    gateway = await startGateway(
      { routes, load: (id) => load(fileOf(id)), fallback: () => load("functions/_chain/fallback.ts") },
      0,
      "127.0.0.1",
    );
    site.url = `http://127.0.0.1:${gateway.port}`;
    Object.assign(process.env, {
      PUBLIC_URL: site.url,
      JWT_SECRET: Ids.secret(),
      CSRF_SECRET: Ids.secret(),
      SEALING_SECRET: Ids.secret(),
      ORIGIN_SECRET: Ids.secret(),
    });
  });
  afterAll(() => gateway?.stop());
  return site;
}
