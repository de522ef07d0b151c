import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";

const schedules = consumers.filter(({ trigger }) => "schedule" in trigger).map(({ id }) => id);

it.each(schedules)("%s runs under its own correlation id and logs a line", (id) => {
  const text = readFileSync(new URL(`./${id.replaceAll(".", "/")}.ts`, import.meta.url), "utf8");
  expect(text).toMatch(/^export const handler = scheduled\(/m);
});
