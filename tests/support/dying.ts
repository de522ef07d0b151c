import * as Psp from "../../core/platform/psp/index.ts";
import { interleave } from "./interleave.ts";

/** What became of work whose process may die. */
export interface Died {
  /** How many calls to the table and the payment provider it came to. */
  readonly calls: number;
  readonly died: boolean;
}

/** What the SDK does not try again. */
const noAnswer = () =>
  new Response(JSON.stringify({ error: { type: "api_error", message: "the process died" } }), {
    status: 500,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });

/**
 * Does work in a process that dies before its n-th call to the table or the payment provider: that call and
 * whatever it would have called next never happen, what it did before stands.
 */
export async function dying(endpoint: string, n: number, work: () => Promise<unknown>): Promise<Died> {
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

/** Lets work of its own die at each of its moments, one after the other, and is told of each. */
export async function everyMoment(once: (n: number) => Promise<Died>): Promise<number> {
  for (let n = 0; ; n++) if (!(await once(n)).died) return n;
}
