import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";

const schedules = consumers.filter(({ trigger }) => "schedule" in trigger).map(({ id }) => id);

it.each(schedules)("%s makes its handler with `scheduled`", (id) => {
  const text = readFileSync(new URL(`./${id.replaceAll(".", "/")}.ts`, import.meta.url), "utf8");
  expect(text).toMatch(/^export const handler = scheduled\(/m);
});
