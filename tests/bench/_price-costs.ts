import { consumers } from "../../contract/consumers.ts";
import { SHARD_SIZE } from "../../core/live/subscribers.ts";
import { LIVE_PRICES as LIST } from "../costs/prices.ts";

/** What the live prices cost a month in AWS, on paper. */

const MONTH_SECONDS = 30.4 * 86_400;
const workerMb = consumers.find(({ id }) => id === "prices.fanout")?.memoryMb;
if (workerMb === undefined) throw new Error("the contract says nothing of a worker's memory");
const WORKER_GB = workerMb / 1024;
/** A worker outlasts its minute by 5 seconds, so that the next one takes over. */
const OVERLAP = 65 / 60;
/** Bytes of an update with its frame and TLS. */
const UPDATE_BYTES = 230;
/**
 * Read units of a shard's list, once a second: ten pages of 100 items of some 230 bytes; and of the ticks, 4
 * a second.
 */
const LIST_UNITS = 60;
const TICK_UNITS = 4;
/** A connection ends after 2 hours, and comes again: its transactions, and its three invocations of 30 ms. */
const RECONNECTS = MONTH_SECONDS / 7200;
const RECONNECT_WRITES = 12;

export interface Load {
  readonly connections: number;
  /** Updates that each gets a second. */
  readonly updates: number;
}

/** The bill by what it is for. */
export function monthly({ connections, updates }: Load): Readonly<Record<string, number>> {
  const million = 1e6;
  const messages = (connections * updates * MONTH_SECONDS) / million;
  const workers = Math.ceil(connections / SHARD_SIZE);
  const reconnects = (connections * RECONNECTS) / million;
  return {
    "API Gateway messages":
      Math.min(messages, 1000) * LIST.messages[0] + Math.max(0, messages - 1000) * LIST.messages[1],
    "API Gateway connection minutes": ((connections * MONTH_SECONDS) / 60 / million) * LIST.connectionMinutes,
    "transfer to clients": ((messages * million * UPDATE_BYTES) / 1e9) * LIST.transferGb,
    Lambda:
      workers * WORKER_GB * OVERLAP * MONTH_SECONDS * LIST.lambdaGbSecond +
      3 * reconnects * (LIST.lambdaInvocations + million * 0.03 * 0.5 * LIST.lambdaGbSecond),
    DynamoDB:
      ((workers * (LIST_UNITS + TICK_UNITS) * MONTH_SECONDS) / million) * LIST.reads +
      reconnects * RECONNECT_WRITES * LIST.writes,
  };
}
