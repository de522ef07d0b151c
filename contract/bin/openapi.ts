import { mkdirSync, writeFileSync } from "node:fs";
import { argumentsOf } from "./command.ts";
import { documentNames, documentOf } from "./documents.ts";

// npm run openapi [-- <folder>]: writes the three OpenAPI documents, to dist/openapi by default.

const usage = "npm run openapi -- [FOLDER]   dist/openapi unless told";
const {
  positionals: [folder = "dist/openapi"],
} = argumentsOf({}, { usage });
mkdirSync(folder, { recursive: true });
for (const name of documentNames) {
  const document = documentOf(name, process.env["PUBLIC_URL"] ?? "http://localhost:3000");
  const file = `${folder}/${name}.json`;
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${file}: ${Object.keys(document["paths"] as object).length} paths\n`);
}
