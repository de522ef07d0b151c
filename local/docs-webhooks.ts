import { readFileSync } from "node:fs";
import { catalogue } from "../contract/events/catalogue.ts";

/** The page on receiving webhooks, whose table of events is the catalogue's. */

const FILE = "docs/WEBHOOKS.md";
const BEGIN = "<!-- events: npm run docs -->";
const END = "<!-- /events -->";

const ofJobs = [
  ["job-done", "a job of yours has a result"],
  ["job-failed", "a job of yours has failed for good"],
  ["share-received", "somebody shared the result of a job with you"],
] as const;

export function webhooksPage(): string {
  const page = readFileSync(FILE, "utf8");
  const [before, rest = ""] = page.split(BEGIN);
  const after = rest.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${FILE} has no place for the events`);
  const rows = [
    ...ofJobs.map(([type, about]) => `| \`${type}\` | ${about} | |`),
    ...catalogue.map(
      ({ type, about, object }) => `| \`${type}\` | ${about} | \`${nameOf(object.shape["object"])}\` |`,
    ),
  ];
  const table = ["| `type` | happens when | `data` |", "|---|---|---|", ...rows].join("\n");
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}

const nameOf = (schema: unknown): string =>
  String((schema as { readonly value?: unknown } | undefined)?.value ?? "");
