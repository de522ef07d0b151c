import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import * as Correlation from "./correlation.ts";

/** The structured log. All values are redacted, so that a secret does not reach the log even within an object. */

const SECRET_NAME =
  /pass(word|phrase)|secret|token|authorization|cookie|signature|cv[vc]|^pin$|encrypted_number|card_?number|api_?key/i;

const SECRET_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[redacted jwt]"],
  [/\b(pass(?:word|phrase)|secret|token)=[^&\s"']+/gi, "$1=[redacted]"],
  [/\bBearer\s+[^\s"',]+/gi, "Bearer [redacted]"],
  [/\b(svc_(?:live|test|sig)|whsec|[se]k_(?:live|test))_[\w+/=-]+/g, "$1_[redacted]"],
  [/\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g, "[redacted hash]"],
];

/** Returns the loggable part of a value with this name. */
export function redact(name: string, value: unknown): unknown {
  if (value !== null && value !== undefined && value !== "" && SECRET_NAME.test(name)) return "[redacted]";
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "string") return value;
  return SECRET_TEXT.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value);
}

/** Formats lines. A line begins with the correlation id, which all lines of a request share, and the X-Ray trace, if any. */
class Line extends LogFormatter {
  formatAttributes(given: UnformattedAttributes, more: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, xRayTraceId } = given;
    const attributes = {
      level,
      message,
      timestamp: this.formatTimestamp(timestamp),
      service,
      correlationId: Correlation.current(),
      xrayTraceId: xRayTraceId,
    };
    return new LogItem({ attributes }).addAttributes(more);
  }
}

/** The logger; `POWERTOOLS_LOG_LEVEL` sets its level. */
export const log = new Logger({ serviceName: "svc", jsonReplacerFn: redact, logFormatter: new Line() });
