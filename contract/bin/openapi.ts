import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { routes, sockets } from "../index.ts";
import type { Examples } from "../openapi/public/code.ts";
import { publicDocument } from "../openapi/public.ts";
import type { Json } from "../openapi/schemas.ts";
import { openApi } from "../openapi.ts";
import { argumentsOf } from "./command.ts";

/** Generates the three OpenAPI documents that are served and written to files. */

export const EXAMPLES_FILE = "contract/openapi/public/examples.json";

const documentNames = ["v1", "v2", "api"] as const;

/**
 * @param server the base address of the platform
 * @param testMode includes the operations that only test keys may call, in the documents of the public API
 */
export function documentOf(name: (typeof documentNames)[number], server: string, testMode = false): Json {
  const { version: release } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  if (name === "api") return openApi(routes, server, release, sockets);
  const examples = JSON.parse(readFileSync(EXAMPLES_FILE, "utf8")) as Examples;
  return publicDocument(routes, name, { server, release, examples, testMode });
}

if (import.meta.main) {
  const {
    positionals: [folder = "dist/openapi"],
  } = argumentsOf({}, { usage: "npm run openapi -- [FOLDER]   FOLDER defaults to dist/openapi" });
  mkdirSync(folder, { recursive: true });
  for (const name of documentNames) {
    const document = documentOf(name, process.env["PUBLIC_URL"] ?? "http://localhost:3000");
    const file = `${folder}/${name}.json`;
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`${file}: ${Object.keys(document["paths"] as object).length} paths\n`);
  }
}
