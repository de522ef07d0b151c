import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import * as Clock from "../core/kernel/clock/index.ts";
import type { RequestHandler } from "./faults.ts";
import { type Actions, Refused, snsHandler } from "./sns-protocol.ts";

/**
 * This machine's telephones: takes what SNS would send to them and keeps it to be read at `GET /_local/push`.
 * A token that begins with `dead` is one of an app that was removed; one that begins with `invalid` is none.
 */

export interface PushMessage {
  readonly id: string;
  readonly system: string;
  readonly token: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
  /** ISO 8601, by the platform's clock. */
  readonly sentAt: string;
}

export interface PushSink {
  /** What SNS's client sends its requests through here. */
  readonly handler: RequestHandler;
  /** The messages, oldest first; only those to one user or token where that is stated. */
  list(to?: string): PushMessage[];
  clear(): void;
}

/** The list keeps this many messages; the file keeps all. */
const KEPT = 1000;

/** The applications that the platform's variables name here. */
export const APPLICATIONS = {
  PUSH_IOS_APPLICATION_ARN: "arn:aws:sns:local:000000000000:app/APNS/svc",
  PUSH_ANDROID_APPLICATION_ARN: "arn:aws:sns:local:000000000000:app/GCM/svc",
} as const;

/** What an app shows of a message: each system has its form. */
function shownOf(system: string, message: string): Pick<PushMessage, "title" | "body" | "data"> {
  const forms = JSON.parse(message) as Record<string, string>;
  const form = JSON.parse(forms[system === "ios" ? "APNS" : "GCM"] ?? "{}");
  if (system !== "ios") {
    const { notification, data } = form.fcmV1Message.message;
    return { ...notification, data };
  }
  const { aps, ...data } = form;
  return { ...aps.alert, data };
}

/** Opens the sink. @param folder LOCAL_DATA; undefined: in memory alone */
export function openPush(folder?: string): PushSink {
  const path = folder && join(folder, "push.jsonl");
  const lines = path && existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  let messages = lines
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as PushMessage)
    .slice(-KEPT);
  const endpoints = new Map<string, { readonly system: string; readonly token: string }>();

  const actions: Actions = {
    CreatePlatformEndpoint(given) {
      const [application, token] = [given.get("PlatformApplicationArn") ?? "", given.get("Token") ?? ""];
      if (token.startsWith("invalid"))
        throw new Refused(400, "InvalidParameter", "Invalid parameter: Token Reason: bad token");
      const id = createHash("sha256").update(token).digest("hex").slice(0, 32);
      const EndpointArn = `${application.replace(":app/", ":endpoint/")}/${id}`;
      endpoints.set(EndpointArn, { system: application.includes("/APNS/") ? "ios" : "android", token });
      return { EndpointArn };
    },
    Publish(given) {
      const endpoint = endpoints.get(given.get("TargetArn") ?? "");
      if (!endpoint) throw new Refused(404, "NotFound", "Endpoint does not exist");
      if (endpoint.token.startsWith("dead"))
        throw new Refused(400, "EndpointDisabled", "Endpoint is disabled");
      const shown = shownOf(endpoint.system, given.get("Message") ?? "{}");
      const message: PushMessage = { id: randomUUID(), ...endpoint, ...shown, sentAt: Clock.nowIso() };
      if (path) appendFileSync(path, `${JSON.stringify(message)}\n`);
      messages = [...messages.slice(1 - KEPT), message];
      return { MessageId: message.id };
    },
    DeleteEndpoint(given) {
      endpoints.delete(given.get("EndpointArn") ?? "");
      return {};
    },
  };

  return {
    handler: snsHandler(actions),
    list: (to) =>
      messages.filter(({ token, data }) => to === undefined || to === token || to === data["userId"]),
    clear() {
      messages = [];
      endpoints.clear();
      if (path && existsSync(path)) truncateSync(path);
    },
  };
}
