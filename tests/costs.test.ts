import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { type Counts, countResources } from "./costs/count.ts";
import { idle, total } from "./costs/idle.ts";
import type { Measured } from "./costs/measured.ts";
import { calledRoutes, metricsOf, page } from "./costs/page.ts";
import { prices } from "./costs/prices.ts";

/** Checks docs/COST.md against production's templates; `npm run costs` regenerates it. */

const measured = JSON.parse(readFileSync("tests/costs/measured.json", "utf8")) as Measured;
const written = readFileSync("docs/COST.md", "utf8");

describe("docs/COST.md", () => {
  test("states the idle cost of the current templates, within 10 %", () => {
    const now = total(idle(measured, countResources()));
    const [, stated = ""] = /without users: \$([\d,]+)\./.exec(written) ?? [];
    const ratio = Number(stated.replaceAll(",", "")) / now;
    expect(ratio, "npm run costs").toBeGreaterThan(0.9);
    expect(ratio, "npm run costs").toBeLessThan(1.1);
  });

  test("has the section on requests that is generated from measured.json", () => {
    const nothing: Counts = {
      ...{ secrets: 0, keys: 0, alarms: 0, dashboards: 0 },
      ...{ firewalls: 0, firewallRules: 0, pollers: 0, functions: 0 },
    };
    const section = (text: string) =>
      text.slice(text.indexOf("## A million"), text.indexOf("## 1,000 users"));
    expect(section(written), "npm run costs").toBe(section(page(measured, nothing)));
  });

  test("includes the cost of request metrics in the total for 1,000 users", () => {
    const [first, second] = routes;
    if (!first || !second) throw new Error("no routes");
    expect(metricsOf([{ ...first, family: "auth" }])).toBe(1 + 4);
    expect(metricsOf(calledRoutes())).toBeGreaterThan(10);
    const sumOf = (text: string, users: string) =>
      Number(new RegExp(`\\$([\\d,]+)(?: per\\s+month)? for ${users}`).exec(text)?.[1]?.replaceAll(",", ""));
    const [, requests = "", emails = ""] =
      /1,000 users: \$([\d.]+)\. With .*?user \(\$([\d.]+)\)/.exec(written) ?? [];
    const [, idleUsd = ""] = /without users: \$([\d,]+)\./.exec(written) ?? [];
    const whole =
      Number(requests) + Number(emails) + Number(idleUsd) + metricsOf(calledRoutes()) * prices.metric;
    expect(Math.abs(sumOf(written, "1,000 users") - whole), "npm run costs").toBeLessThan(1.5);
  });

  test("uses the most expensive public read for the cost of abuse", () => {
    const open = measured.routes.filter(({ name }) =>
      routes.some((one) => one.id === name && one.method === "GET" && one.auth === "none"),
    );
    const worst = open.toSorted((a, b) => b.reads - a.reads)[0];
    expect(worst?.reads).toBeGreaterThan(100);
    const section = written.slice(written.indexOf("## Cost and bounds of abuse"));
    expect(section, "npm run costs").toContain(
      `The most expensive one, \`${worst?.name}\`, reads ${worst?.reads} units`,
    );
  });

  test("covers only existing routes", () => {
    const ids = routes.map(({ id }) => id);
    for (const { name } of measured.routes) expect(ids).toContain(name.split(",")[0]);
  });
});

test("a measured route reads at most 100 units, except the treasury's, and at most 2 when repeated within a second", () => {
  for (const { name, reads } of measured.routes) {
    if (name !== "defi.governance.treasury") expect(reads, name).toBeLessThanOrEqual(100);
    if (name.includes("again within")) expect(reads, name).toBeLessThanOrEqual(2);
  }
});
