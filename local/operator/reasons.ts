import { readFileSync } from "node:fs";
import { consumers } from "../../contract/consumers.ts";
import type { QueueName } from "../../contract/queues.ts";
import { env } from "../../core/kernel/env.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { scrub } from "./outline.ts";
import type { Target } from "./target.ts";

/** Finds the reasons of failed messages in their consumer's log, in AWS and on this machine. */

/** How far back the log is read, in days: as long as a dead-letter queue retains a message. */
const DAYS = 14;
/** The maximum number of pages, so that a search in a large log ends. */
const MAX_PAGES = 20;

interface Line {
  readonly messageId?: unknown;
  readonly error?: { readonly name?: unknown; readonly message?: unknown; readonly code?: unknown };
}

/** Returns the latest redacted reason of each message, by message id. */
export async function reasons(
  { stage }: Pick<Target, "stage">,
  queue: QueueName,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(messageIds);
  if (wanted.size === 0) return new Map();
  const consumer = consumers.find(({ trigger }) => "queue" in trigger && trigger.queue === queue);
  if (!consumer) return new Map();
  const lines = stage === undefined ? localLines() : await stageLines(`/svc/${stage}/${consumer.id}`, wanted);
  const found = new Map<string, string>();
  for (const line of lines) {
    const { messageId, error } = parseLine(line) ?? {};
    if (typeof messageId === "string" && wanted.has(messageId) && error)
      found.set(messageId, formatError(error));
  }
  return found;
}

const formatError = ({ name, message, code }: NonNullable<Line["error"]>): string =>
  scrub([name, code, message].filter((one) => typeof one === "string").join(" "));

function parseLine(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function localLines(): readonly string[] {
  try {
    return readFileSync(`${env("LOCAL_DATA", ".local")}/log.jsonl`, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** The number of ids in a pattern. Source: CloudWatch Logs User Guide, Filter and pattern syntax: 1,024 characters. */
const IDS_OF_PATTERN = 20;

async function stageLines(logGroupName: string, ids: ReadonlySet<string>): Promise<readonly string[]> {
  const { CloudWatchLogsClient, FilterLogEventsCommand } = await import("@aws-sdk/client-cloudwatch-logs");
  const client = new CloudWatchLogsClient({});
  try {
    const lines: string[] = [];
    const startTime = Date.now() - DAYS * DAY_MS;
    for (let start = 0; start < ids.size; start += IDS_OF_PATTERN) {
      const filterPattern = [...ids]
        .slice(start, start + IDS_OF_PATTERN)
        .map((id) => `?"${id}"`)
        .join(" ");
      let nextToken: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const answer = await client.send(
          new FilterLogEventsCommand({ logGroupName, filterPattern, startTime, nextToken }),
        );
        lines.push(...(answer.events ?? []).flatMap(({ message }) => message ?? []));
        nextToken = answer.nextToken;
        if (nextToken === undefined) break;
      }
    }
    return lines;
  } finally {
    client.destroy();
  }
}
