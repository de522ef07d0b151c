import { consumers } from "../../contract/consumers.ts";
import { SHARD_SIZE } from "../../core/live/subscribers.ts";
import { LIVE_PRICES as LIST } from "../costs/prices.ts";

/** Calculates the monthly AWS cost of live prices. */

const MONTH_SECONDS = 30.4 * 86_400;
const workerMb = consumers.find(({ id }) => id === "prices.fanout")?.memoryMb;
if (workerMb === undefined) throw new Error("the contract does not state a worker's memory");
const WORKER_GB = workerMb / 1024;
/** A worker runs 5 seconds longer than its minute, so that the next one can take over. */
const OVERLAP = 65 / 60;
/** Bytes of an update with its frame and TLS. */
const UPDATE_BYTES = 230;
/** Read units per second for a shard's list: ten pages of 100 items of about 230 bytes. */
const LIST_UNITS = 60;
/** Read units per second for the ticks. */
const TICK_UNITS = 4;
/** Reconnects per connection and month: connections end after 2 hours. Each costs three invocations of 30 ms. */
const RECONNECTS = MONTH_SECONDS / 7200;
/** Write units of the transactions of a reconnect. */
const RECONNECT_WRITES = 12;

export interface Load {
  readonly connections: number;
  /** Updates per second and connection. */
  readonly updates: number;
}

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
