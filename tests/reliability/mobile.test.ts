import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import * as Table from "../../core/platform/table/index.ts";
import { handler as runScheduled } from "../../events/banking/run-scheduled.ts";
import { clientConfig } from "../../local/database.ts";
import { localSecrets, setVariables, tableName } from "../../local/environment.ts";
import { type Facts, withKillable } from "../support/killable.ts";
import { Acknowledged } from "../support/mix/acknowledged.ts";
import { repeatEvents } from "../support/mix/books.ts";
import { Chance } from "../support/mix/chance.ts";
import { check } from "../support/mix/checks.ts";
import { type Accounts, accountsNow } from "../support/mix/ledger.ts";
import { createPlayers } from "../support/mix/people.ts";
import { type Mix, play, type Rejection, type StaffCall } from "../support/mix/works.ts";
import { World } from "../support/mix/world.ts";
import { Progress } from "../support/offline/pullers.ts";
import { call, withPlatform } from "../support/platform.ts";

/**
 * All that the app can do with money, by many at once, mixed, while everything fails that may. What their clients
 * were told was done is there in the end, once; all else is not; and the ledger is what the provider and the bank
 * say has moved.
 */

/** `MIX_SEED` plays what has failed again, as far as the order in which things happen allows it. */
const SEED = Number(process.env["MIX_SEED"] ?? randomInt(1_000_000));

const DAY = 86_400;

async function fail(world: World): Promise<void> {
  const faults = [
    ["dynamodb", "lost-response", 0.03],
    ["dynamodb", "throttling", 0.02],
    ["dynamodb", "error", 0.01],
    ["sqs", "error", 0.02],
    ["psp", "error", 0.02],
    ["psp", "lost-response", 0.02],
    ["queue-delivery", "duplicate", 0.1],
    ["queue-delivery", "reorder", 0.2],
    ["stream-delivery", "duplicate", 0.1],
  ] as const;
  for (const [dependency, kind, rate] of faults) await world.injectFault({ dependency, kind, rate });
}

async function heal(world: World): Promise<void> {
  for (const dependency of ["dynamodb", "sqs", "psp"] as const)
    for (const kind of ["lost-response", "throttling", "error"] as const)
      await world.injectFault({ dependency, kind, rate: 0 });
  for (const dependency of ["queue-delivery", "stream-delivery"] as const)
    for (const kind of ["duplicate", "reorder"] as const)
      await world.injectFault({ dependency, kind, rate: 0 });
}

/** Lets time go by until nothing is left to be done, of what is due today and on the days that come. */
async function settle(world: World): Promise<void> {
  // Payments are for three dates at most, one after the other, and each is tried on up to three days: the last day is
  // the sixth after the first, whose hour may be ahead.
  const waits = [61, 75, 700, 3700, ...Array.from({ length: 8 }, () => DAY), 3700];
  for (const seconds of waits) {
    await world.advance(seconds);
    for (let again = 0; again < 5 && !(await world.drain()).idle; again++);
  }
  expect(await world.drain()).toEqual({ idle: true, waiting: 0, dead: 0 });
}

async function mixOf(world: World, players: number): Promise<Mix> {
  const { admin, merchant } = await world.seed();
  return {
    ...{ world, acknowledged: new Acknowledged(), ...(await createPlayers(world, SEED, players)) },
    ...{ admin: clerk(world, admin), merchant: clerk(world, merchant) },
  };
}

/** Signs in when it must, and asks under one key until it is answered: with what was done, also where that was before. */
function clerk(world: World, login: object): StaffCall {
  let token = "";
  const anywhere = () => ({ ip: `192.0.2.${randomInt(256)}` });
  const signIn = async () => {
    const sent = { body: login, ...anywhere() };
    ({ token } = (await world.calls.call<{ token: string }>("POST", "/api/auth/signin", sent)).body);
  };
  return async <T>(method: string, path: string, body: object) => {
    const headers = { "idempotency-key": crypto.randomUUID(), prefer: "return=representation" };
    for (;;) {
      const sent = { body, token, headers, ...anywhere() };
      const answer = await world.calls.call<T & Rejection>(method, path, sent);
      if (answer.status !== 401) return answer;
      await signIn();
    }
  };
}

const failed = (error: unknown) => {
  throw new Error(`MIX_SEED=${SEED}: ${error instanceof Error ? error.message : error}`, { cause: error });
};

/** Whom the platform's own code, as it runs in the test, finds the table of. */
function readFrom(endpoint: string): void {
  Table.configure(clientConfig(endpoint));
}

/** Settles what was played, and looks at everything. */
async function end(mix: Mix, before: Accounts, chance: Chance): Promise<void> {
  await heal(mix.world);
  await repeatEvents(mix.world, chance);
  await settle(mix.world);
  await check(mix, before);
}

describe("64 users who mix all of it, with faults on", () => {
  const platform = withPlatform();
  const world = new World({
    call: platform.call,
    psp: async () => process.env["STRIPE_URL"] ?? "",
    bankKey: () => process.env["BANK_API_KEY"] ?? "",
  });

  /** Time goes by as they play, and schedules overlap. */
  async function pass(progress: Progress, chance: Chance): Promise<void> {
    while (!progress.over) {
      await progress.reaches(progress.written + 10);
      await world.advance(chance.flip(0.1) ? 7 * 3600 : chance.between(5, 70));
      await Promise.allSettled([runScheduled(), runScheduled(), runScheduled()]);
    }
  }

  async function played(): Promise<void> {
    const mix = await mixOf(world, 64);
    const [before, chance, progress] = [await accountsNow(), new Chance(SEED), new Progress()];
    await fail(world);
    const passing = pass(progress, chance);
    const playing = mix.players.map((one) => play(one, mix, 4, () => progress.add()));
    await Promise.all(playing).finally(() => progress.end());
    await passing;
    await end(mix, before, chance);
  }

  it("have what was acknowledged in the end, to the cent, and so do the provider, the bank and the ledger", async () => {
    await played().catch(failed);
  }, 600_000);
});

describe("a platform that is killed at any moment", () => {
  const killable = withKillable();
  let up = Promise.withResolvers<Facts>();
  const world = new World({
    async call(method, path, options) {
      for (;;) {
        const { url } = await up.promise;
        try {
          return await call(url, method, path, options);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          // Not before the kill is known here, too.
          await setImmediate();
        }
      }
    },
    psp: async () => (await up.promise).pspUrl,
    bankKey: () => localSecrets(killable.data)["BANK_API_KEY"] ?? "",
  });

  async function start(): Promise<void> {
    const facts = await killable.up();
    readFrom(facts.dynamodbEndpoint);
    up.resolve(facts);
  }

  async function kill(everything: boolean): Promise<void> {
    up = Promise.withResolvers();
    await killable.kill(everything);
  }

  let unset = () => {};
  afterAll(() => {
    Table.configure({});
    unset();
  });

  async function played(): Promise<void> {
    unset = setVariables({ TABLE_NAME: tableName() });
    await start();
    const [players, works, kills] = [12, 10, 4];
    const mix = await mixOf(world, players);
    const [before, chance, progress] = [await accountsNow(), new Chance(SEED), new Progress()];
    const playing = mix.players.map((one) => play(one, mix, works, () => progress.add()));
    const all = Promise.all(playing).finally(() => progress.end());
    all.catch(() => undefined);
    for (let nth = 1; nth <= kills; nth++) {
      await fail(world);
      await progress.reaches(Math.floor((players * works * nth) / (kills + 1)) - chance.between(0, 6));
      await kill(chance.flip(0.5));
      await start();
      await world.advance(chance.pick([15, 75, 700, 7 * 3600]));
    }
    await all;
    await end(mix, before, chance);
  }

  it("loses nothing that was acknowledged of all of it, and does nothing of it twice", async () => {
    await played().catch(failed);
  }, 600_000);
});
