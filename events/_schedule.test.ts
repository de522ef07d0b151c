import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";

const schedules = consumers.filter(({ trigger }) => "schedule" in trigger).map(({ id }) => id);

it.each(schedules)("%s is worked on under an id of its own and leaves a line in the log", (id) => {
  const text = readFileSync(new URL(`./${id.replaceAll(".", "/")}.ts`, import.meta.url), "utf8");
  expect(text).toMatch(/^export const handler = scheduled\(/m);
});
