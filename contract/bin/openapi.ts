import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { routes, sockets } from "../index.ts";
import { openApi } from "../openapi.ts";

// npm run openapi [-- <file>]: writes the OpenAPI document, to dist/openapi.json by default.

const file = process.argv[2] ?? "dist/openapi.json";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
mkdirSync(dirname(file), { recursive: true });
writeFileSync(
  file,
  `${JSON.stringify(openApi(routes, process.env["PUBLIC_URL"] ?? "http://localhost:3000", version, sockets), null, 2)}\n`,
);
process.stdout.write(`${file}: ${routes.length} operations\n`);
