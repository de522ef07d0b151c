import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as Clock from "../core/kernel/clock/index.ts";
import type { RequestHandler } from "./faults.ts";

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

class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const answer = (statusCode: number, body: string) => ({
  response: { statusCode, headers: { "content-type": "text/xml" }, body: Readable.from([Buffer.from(body)]) },
});

const NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";

function done(action: string, result: Readonly<Record<string, string>>) {
  const inner = Object.entries(result)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
  return answer(
    200,
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${inner}</${action}Result>${metadata}</${action}Response>`,
  );
}

const failed = ({ status, code, message }: Refused) =>
  answer(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

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

  const actions: Readonly<Record<string, (given: URLSearchParams) => Readonly<Record<string, string>>>> = {
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
    handler: {
      async handle(request: { readonly body?: unknown }) {
        const given = new URLSearchParams(String(request.body ?? ""));
        const action = given.get("Action") ?? "";
        try {
          const act = actions[action];
          if (!act) throw new Refused(400, "InvalidAction", `${action} is not served here`);
          return done(action, act(given));
        } catch (error) {
          if (error instanceof Refused) return failed(error);
          throw error;
        }
      },
    },
    list: (to) =>
      messages.filter(({ token, data }) => to === undefined || to === token || to === data["userId"]),
    clear() {
      messages = [];
      endpoints.clear();
      if (path && existsSync(path)) truncateSync(path);
    },
  };
}
