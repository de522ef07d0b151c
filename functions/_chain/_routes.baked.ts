import { routes } from "../../contract/index.ts";
import { pathsOf } from "../../contract/route.ts";

/** Where every route is served, as JSON: its family, method and paths. */
export const list: string = JSON.stringify(
  routes.map((one) => ({ family: one.family, method: one.method, paths: pathsOf(one) })),
);
