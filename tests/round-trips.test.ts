import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { budgetOf, MORE, routeOf } from "./bench/budgets.ts";
import { measureRoutes } from "./bench/roundtrips.ts";
import { reasonNotMeasured } from "./bench/trips/fixtures.ts";
import type { Cost } from "./bench/trips/recorder.ts";

/** The sequential table round trips of every route, measured over HTTP. */

process.env["BCRYPT_COST"] ??= "4";
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";

describe("every route", () => {
  let costs: readonly Cost[] = [];
  beforeAll(async () => {
    costs = await measureRoutes({ every: true });
  }, 240_000);

  it("is measured, or states why not", () => {
    const asked = new Set(costs.map(({ name }) => routeOf(name)));
    const left = routes.filter((spec) => !asked.has(spec.id) && reasonNotMeasured(spec) === undefined);
    expect(left.map(({ id }) => id)).toEqual([]);
    expect(
      costs.filter(({ status }) => status >= 300).map(({ name, response }) => `${name}: ${response}`),
    ).toEqual([]);
  });

  it("stays within its budget of sequential round trips", () => {
    const over = costs.filter(({ name, roundTrips }) => roundTrips > budgetOf(name).trips);
    expect(over.map(({ name, roundTrips }) => `${name}: ${roundTrips}`)).toEqual([]);
  });

  it("is measured if its budget exceeds the design's", () => {
    const names = new Set(costs.flatMap(({ name }) => [name, routeOf(name)]));
    expect(Object.keys(MORE).filter((name) => !names.has(name))).toEqual([]);
  });
});
