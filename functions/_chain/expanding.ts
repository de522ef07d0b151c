import type { RouteSpec } from "../../contract/route.ts";
import type { Expander } from "./expand.ts";
import { chain, type Handler, type Prefetching, type Rendered, type Run } from "./serve.ts";

type Expanding = RouteSpec & {
  readonly method: "GET";
  readonly expands: NonNullable<RouteSpec["expands"]>;
  readonly signed?: false;
  readonly stepUp?: never;
};

/** As `serve`, for a route whose answers can be expanded. @param expanders of each field that can be */
export const serveExpanding = <const R extends Expanding>(
  spec: R,
  expanders: { readonly [Field in keyof R["expands"] & string]: Expander },
  run: Run<R, Rendered<R>> | Prefetching<R, Rendered<R>>,
): Handler => chain<R, Rendered<R>>(spec, run, (result) => result, { expanders });
