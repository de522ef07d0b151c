import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { lambdaContext } from "@svc/local-aws/lambda/invoke";
import { consumerFile, type consumers } from "../../contract/consumers.ts";
import * as Table from "../../core/platform/table/index.ts";
import { start } from "../../local/runtime.ts";
import { measureRoutes as measuredRoutes } from "../bench/roundtrips.ts";
import { unitsOf } from "../bench/trips/recorder.ts";
import { type Measured, scheduled, type Units } from "./measured.ts";

/** Measures table units on the local runtime: one call of each route, and one idle run of each schedule. */

const FEED = "prices.feed";

async function observeUnits(work: () => Promise<unknown>): Promise<Units> {
  const usages: Table.Usage[] = [];
  Table.observe((usage) => usages.push(usage));
  await work();
  Table.observe(undefined);
  const { capacityUnits, writeUnits } = unitsOf(usages);
  return { reads: capacityUnits - writeUnits, writes: writeUnits };
}

async function runOf(spec: (typeof consumers)[number]): Promise<() => Promise<unknown>> {
  const { handler } = await import(pathToFileURL(resolve(consumerFile(spec))).href);
  return () => handler({ time: new Date().toISOString() }, lambdaContext(spec));
}

export async function measure(): Promise<Measured> {
  const routes = (await measuredRoutes()).filter(({ status }) => status < 300);
  const runtime = await start({ providers: false, consumers: [] });
  try {
    const schedules: Record<string, Units> = {};
    for (const spec of scheduled.filter(({ id }) => id !== FEED)) {
      const run = await runOf(spec);
      // The first run may have due work.
      await run();
      schedules[spec.id] = await observeUnits(run);
    }
    const feed = scheduled.find(({ id }) => id === FEED);
    if (!feed) throw new Error("the contract has no price feed");
    const run = await runOf(feed);
    process.env["PRICE_FEED"] = "minute";
    await run();
    const once = await observeUnits(run);
    process.env["PRICE_FEED"] = "live";
    return {
      routes: routes.map(({ name, roundTrips, capacityUnits, writeUnits }) => ({
        name,
        roundTrips,
        reads: capacityUnits - writeUnits,
        writes: writeUnits,
      })),
      schedules,
      feed: { once, minuteLong: await observeUnits(run) },
    };
  } finally {
    await runtime.stop();
  }
}
