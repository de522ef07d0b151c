import * as Psp from "../../core/platform/psp/index.ts";
import { interleave } from "./interleave.ts";

/** The result of work in a process that may die. */
export interface CrashResult {
  /** The number of calls to the table and the payment provider. */
  readonly calls: number;
  readonly died: boolean;
}

/** A response that the SDK does not retry. */
const noAnswer = () =>
  new Response(JSON.stringify({ error: { type: "api_error", message: "the process died" } }), {
    status: 500,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });

/**
 * Runs work in a process that dies before its n-th call to the table or the payment provider. That call and
 * all later ones do not happen; earlier effects remain.
 */
export async function runUntilCrash(
  endpoint: string,
  n: number,
  work: () => Promise<unknown>,
): Promise<CrashResult> {
  let calls = 0;
  let died = false;
  const isAlive = (): boolean => {
    died ||= calls === n;
    if (!died) calls++;
    return !died;
  };
  Psp.configure({ fetch: async (...call) => (isAlive() ? fetch(...call) : noAnswer()) });
  try {
    await interleave(endpoint, work, async () => {
      if (!isAlive()) throw new Error("the process died");
    });
  } catch (error) {
    if (!died) throw error;
  } finally {
    Psp.configure({});
  }
  return { calls, died };
}

/** Runs `once` with n = 0, 1, … until it no longer dies. @returns the number of moments at which it died */
export async function crashAtEveryCall(once: (n: number) => Promise<CrashResult>): Promise<number> {
  for (let n = 0; ; n++) if (!(await once(n)).died) return n;
}
