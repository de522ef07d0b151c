import { createHash, randomUUID } from "node:crypto";
import type { RequestHandler } from "../client.ts";
import { openSink, type SinkOptions } from "./sink.ts";
import { type Actions, SnsError, snsHandler } from "./sns.ts";

/**
 * An SNS that stores push messages instead of sending them. A token that begins with `dead` belongs to a removed app, and one
 * that begins with `invalid` is rejected.
 */

export interface PushMessage {
  readonly id: string;
  readonly system: string;
  readonly token: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly sentAt: string;
}

export interface PushSink {
  /** Handles the requests of SNS's client. */
  readonly handler: RequestHandler;
  /** Returns the messages, oldest first: all, or those to a token or to the user in `data.userId`. */
  list(to?: string): PushMessage[];
  clear(): void;
}

/** Parses the message that an app shows, in the form of its system. */
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

/** Opens the sink, in `push.jsonl`. */
export function openPush(options: SinkOptions): PushSink {
  const sink = openSink<PushMessage>("push.jsonl", options);
  const endpoints = new Map<string, { readonly system: string; readonly token: string }>();

  const actions: Actions = {
    CreatePlatformEndpoint(given) {
      const [application, token] = [given.get("PlatformApplicationArn") ?? "", given.get("Token") ?? ""];
      if (token.startsWith("invalid"))
        throw new SnsError(400, "InvalidParameter", "Invalid parameter: Token Reason: bad token");
      const id = createHash("sha256").update(token).digest("hex").slice(0, 32);
      const EndpointArn = `${application.replace(":app/", ":endpoint/")}/${id}`;
      endpoints.set(EndpointArn, { system: application.includes("/APNS/") ? "ios" : "android", token });
      return { EndpointArn };
    },
    Publish(given) {
      const endpoint = endpoints.get(given.get("TargetArn") ?? "");
      if (!endpoint) throw new SnsError(404, "NotFound", "Endpoint does not exist");
      if (endpoint.token.startsWith("dead"))
        throw new SnsError(400, "EndpointDisabled", "Endpoint is disabled");
      const shown = shownOf(endpoint.system, given.get("Message") ?? "{}");
      const message: PushMessage = { id: randomUUID(), ...endpoint, ...shown, sentAt: sink.now() };
      sink.add(message);
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
      sink.list().filter(({ token, data }) => to === undefined || to === token || to === data["userId"]),
    clear() {
      sink.clear();
      endpoints.clear();
    },
  };
}
