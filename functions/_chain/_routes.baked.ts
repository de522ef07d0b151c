import { routes } from "../../contract/index.ts";
import { pathsOf } from "../../contract/route.ts";

/** The family, method and paths of every route, as JSON. */
export const list: string = JSON.stringify(
  routes.map((one) => ({ family: one.family, method: one.method, paths: pathsOf(one) })),
);
