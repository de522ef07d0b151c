import type { SvcError } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";

/**
 * Items that are read in one round trip are not read in one instant: a writer in between leaves some as they were and some
 * as they are. Who sees that reads again.
 */
export class Torn extends Error {
  override readonly name = "Torn";
  readonly otherwise: SvcError;
  readonly attempts: number;

  /**
   * @param otherwise what it is if it stays so
   * @param attempts after how many
   */
  constructor(otherwise: SvcError, attempts: number) {
    super("items were not read in one instant");
    this.otherwise = otherwise;
    this.attempts = attempts;
  }
}

/** Does the work, again where what it read was torn. */
export async function whole<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Torn)) throw error;
      if (attempt >= error.attempts) throw error.otherwise;
      await Table.pause(attempt);
    }
  }
}
