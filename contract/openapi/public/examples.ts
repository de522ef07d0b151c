import type { Version } from "../../public/amount.ts";

/** A request and what a platform answered to it. `tests/openapi-examples.ts` records them (`npm run openapi:examples`). */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** By the ids of operations. */
export type Examples = Readonly<Record<Version, Readonly<Record<string, Example>>>>;
