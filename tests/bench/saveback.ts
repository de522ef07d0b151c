import type { Program } from "../../core/loyalty/programs/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import { start } from "../../local/runtime.ts";
import { countSequential } from "../support/round-trips.ts";
import { accrueMany, createAccounts, enrollMerchant, succeededPayment } from "../support/saveback.ts";
import { type Answer, send, someAddress } from "./client.ts";
import { kb, median, ms, progress, table } from "./print.ts";

/** Measures the plan of many pending rewards: duration, table reads and response size. */

const REWARDS = 10_000;
const PROGRAMS = 40;
const ROUNDS = 5;

/** Creates rewards of this many users, evenly over the programs. */
async function seed(people: number, programs: readonly Program[]): Promise<string> {
  const users = await createAccounts(people);
  await accrueMany(
    Array.from({ length: REWARDS }, (_, i) => ({
      ...succeededPayment({ userId: users[i % people]?.userId ?? "", amountMinor: 1000n + BigInt(i) }),
      program: programs[i % programs.length] as Program,
    })),
  );
  return users[0]?.userId ?? "";
}

async function measure(name: string, call: () => Promise<Answer>): Promise<(string | number)[]> {
  await call();
  const tookMs: number[] = [];
  const usages: Table.Usage[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    usages.length = 0;
    Table.observe((usage) => usages.push(usage));
    const startedMs = performance.now();
    const answer = await call();
    tookMs.push(performance.now() - startedMs);
    Table.observe(undefined);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    bytes = Buffer.byteLength(JSON.stringify({ body: answer.body }));
  }
  const units = usages.reduce((sum, usage) => sum + usage.capacityUnits, 0);
  return [name, ms(median(tookMs)), usages.length, countSequential(usages), units.toFixed(0), kb(bytes)];
}

export async function saveback(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const people of [500, REWARDS]) {
    progress(`measuring the plan of ${REWARDS} rewards of ${people} users`);
    const runtime = await start({ providers: false, consumers: [] });
    try {
      const { url } = runtime;
      const programs = await Promise.all(Array.from({ length: PROGRAMS }, () => enrollMerchant("5")));
      const userId = await seed(people, programs);
      const from = () => ({ "x-forwarded-for": someAddress() });
      const signedIn = await send(`${url}/api/auth/signin`, "POST", from(), runtime.seed.admin);
      const { token } = JSON.parse(signedIn.body) as { token: string };
      const path = `${url}/api/admin/saveback-payout`;
      const asked = () => ({ ...from(), authorization: `Bearer ${token}` });
      const get = (query: string) => () => send(path + query, "GET", asked());
      const of = `of ${people.toLocaleString("en")} people`;
      rows.push(
        await measure(`all, ${of}`, get("")),
        await measure(`one program, ${of}`, get(`?programId=${programs[0]?.programId}`)),
        await measure(`preview of one user, ${of}`, () =>
          send(path, "POST", asked(), { action: "preview", userId }),
        ),
      );
    } finally {
      progress("");
      await runtime.stop();
    }
  }
  table(
    `The plan of a payout, ${REWARDS.toLocaleString("en")} rewards pending (Lambda answers 6,291 KB at most)`,
    ["", "median", "calls", "round trips", "read units", "answer"],
    rows,
  );
}
