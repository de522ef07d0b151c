import { readFileSync } from "node:fs";
import { routes, sockets } from "../index.ts";
import type { Examples } from "../openapi/public/examples.ts";
import { publicDocument } from "../openapi/public.ts";
import type { Json } from "../openapi/schemas.ts";
import { openApi } from "../openapi.ts";

/** The three documents, as they are served and written: by the name of the interface that they are of. */

export const EXAMPLES_FILE = "contract/openapi/public/examples.json";

export const documentNames = ["v1", "v2", "api"] as const;
export type DocumentName = (typeof documentNames)[number];

/**
 * @param server the base address of the platform
 * @param testMode of the public API: with what only test keys may call
 */
export function documentOf(name: DocumentName, server: string, testMode = false): Json {
  const { version: release } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  if (name === "api") return openApi(routes, server, release, sockets);
  const examples = JSON.parse(readFileSync(EXAMPLES_FILE, "utf8")) as Examples;
  return publicDocument(routes, name, { server, release, examples, testMode });
}
