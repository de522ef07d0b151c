import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { budgetOf, MORE, routeOf } from "./bench/budgets.ts";
import { measured } from "./bench/roundtrips.ts";
import { notMeasured } from "./bench/trips/fixtures.ts";
import type { Cost } from "./bench/trips/recorder.ts";

/** What requests cost at the table, through the whole chain. */

process.env["BCRYPT_COST"] ??= "4";
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";

describe("every route", () => {
  let costs: readonly Cost[] = [];
  beforeAll(async () => {
    costs = await measured({ every: true });
  }, 240_000);

  it("is asked, or says why not", () => {
    const asked = new Set(costs.map(({ name }) => routeOf(name)));
    const left = routes.filter((spec) => !asked.has(spec.id) && notMeasured(spec) === undefined);
    expect(left.map(({ id }) => id)).toEqual([]);
    expect(costs.filter(({ status }) => status >= 300).map(({ name, said }) => `${name}: ${said}`)).toEqual(
      [],
    );
  });

  it("costs no more round trips in sequence than its budget, one for an authenticated read and two for a money write", () => {
    const over = costs.filter(({ name, roundTrips }) => roundTrips > budgetOf(name).trips);
    expect(over.map(({ name, roundTrips }) => `${name}: ${roundTrips}`)).toEqual([]);
  });

  it("that may cost more than the design allows is one that is asked", () => {
    const names = new Set(costs.flatMap(({ name }) => [name, routeOf(name)]));
    expect(Object.keys(MORE).filter((name) => !names.has(name))).toEqual([]);
  });
});
