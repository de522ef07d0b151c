import { errorsOf, statusIn } from "../../../contract/errors.ts";
import { routes } from "../../../contract/index.ts";

/** Every error that a route can give, by its code: [code, statuses, English, French]. */

const byCode = Map.groupBy(
  routes.flatMap((spec) => errorsOf(spec).map((error) => ({ error, status: statusIn(spec.family, error) }))),
  ({ error }) => error.code,
);

export const table: string = JSON.stringify(
  [...byCode]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, all]) => [
      code,
      [...new Set(all.map(({ status }) => status))].toSorted(),
      all[0]?.error.message,
      all[0]?.error.french,
    ]),
);
