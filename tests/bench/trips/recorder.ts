import { randomUUID } from "node:crypto";
import * as Correlation from "../../../core/platform/correlation.ts";
import * as Psp from "../../../core/platform/psp/index.ts";
import * as Table from "../../../core/platform/table/index.ts";
import { countSequential } from "../../support/round-trips.ts";
import { type Answer, mark } from "../client.ts";

/**
 * Records the cost of one request: its calls of the table and of the payment provider, identified by its
 * correlation id.
 */

export interface Cost {
  readonly name: string;
  readonly status: number;
  readonly response: string;
  /** Sequential round trips to the table. */
  readonly roundTrips: number;
  /** Sequential round trips to the payment provider. */
  readonly providerTrips: number;
  readonly calls: number;
  readonly capacityUnits: number;
  /** The write units among them. */
  readonly writeUnits: number;
  readonly tookMs: number;
}

interface Span {
  readonly startedMs: number;
  readonly endedMs: number;
}

const sum = (usages: readonly Table.Usage[]): number =>
  usages.reduce((all, { capacityUnits }) => all + capacityUnits, 0);

/** Returns the capacity units of all calls, and those of the writes. */
export const unitsOf = (usages: readonly Table.Usage[]) => ({
  capacityUnits: sum(usages),
  writeUnits: sum(usages.filter(({ operation }) => !/Get|Query|Scan/.test(operation))),
});

/** Records every call to the payment provider. */
function watchProvider(record: (span: Span) => void): void {
  Psp.configure({
    async fetch(...request) {
      const startedMs = performance.now();
      try {
        return await fetch(...request);
      } finally {
        record({ startedMs, endedMs: performance.now() });
      }
    },
  });
}

/** Measures requests in sequence on a platform in this process. */
export class Recorder {
  #table: Table.Usage[] = [];
  #provider: Span[] = [];
  #id = "";

  constructor() {
    watchProvider((span) => {
      if (Correlation.current() === this.#id) this.#provider.push(span);
    });
  }

  async cost(name: string, send: () => Promise<Answer>): Promise<Cost> {
    [this.#table, this.#provider, this.#id] = [[], [], `bench-${randomUUID()}`];
    Table.observe((usage) => {
      if (Correlation.current() === this.#id) this.#table.push(usage);
    });
    const startedMs = performance.now();
    mark({ "x-correlation-id": this.#id });
    const { status, body } = await send().finally(() => {
      mark({});
      Table.observe(undefined);
    });
    return {
      name,
      status,
      response: body,
      roundTrips: countSequential(this.#table),
      providerTrips: countSequential(this.#provider),
      calls: this.#table.length,
      ...unitsOf(this.#table),
      tookMs: performance.now() - startedMs,
    };
  }
}
