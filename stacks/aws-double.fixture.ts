import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Answers the AWS requests of operators' tools, in the protocols of the real clients: JSON 1.1, query with XML, and SES's REST.
 * The test defines the response of each operation; others are rejected.
 */

type Input = Readonly<Record<string, unknown>>;

/** A response: fields, where a Map is an AWS map; or an error by its code. */
export type Answer =
  | Readonly<Record<string, unknown>>
  | { readonly refuse: string; readonly message?: string };

export interface Asked {
  readonly operation: string;
  readonly region: string;
  readonly input: Input;
}

export interface AwsDouble {
  readonly url: string;
  /** The responses by operation, set by the test. */
  readonly answers: Map<string, (input: Input, asked: Asked) => Answer>;
  readonly asked: Asked[];
  /** The environment variables that direct an SDK client to the double. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startAwsDouble(): Promise<AwsDouble> {
  const answers: AwsDouble["answers"] = new Map();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const one = readRequest(request.headers, request.url ?? "/", body);
    asked.push(one);
    const answer = answers.get(one.operation)?.(one.input, one) ?? { refuse: "AccessDeniedException" };
    const isQuery = body.includes("Action=");
    response.statusCode = "refuse" in answer ? 400 : 200;
    response.setHeader("content-type", isQuery ? "text/xml" : "application/x-amz-json-1.1");
    response.end(isQuery ? asXml(one.operation, answer) : asJson(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    answers,
    asked,
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: "eu-west-3",
      AWS_ACCESS_KEY_ID: "example",
      AWS_SECRET_ACCESS_KEY: "example",
      AWS_MAX_ATTEMPTS: "1",
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Gives a stage one stack with these outputs. */
export function deploy(
  { answers }: AwsDouble,
  name: string,
  outputs: Readonly<Record<string, string>>,
): void {
  answers.set("DescribeStacks", ({ StackName }) =>
    StackName === name
      ? {
          Stacks: [
            {
              StackName,
              StackId: `arn:aws:cloudformation:eu-west-3:123456789012:stack/${name}/1`,
              CreationTime: new Date(0),
              StackStatus: "UPDATE_COMPLETE",
              Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
                OutputKey,
                OutputValue,
              })),
            },
          ],
        }
      : { refuse: "ValidationError", message: `Stack with id ${StackName} does not exist` },
  );
}

function readRequest(headers: NodeJS.Dict<string | string[]>, path: string, body: string): Asked {
  const [, region = ""] = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(String(headers["authorization"])) ?? [];
  const target = headers["x-amz-target"];
  if (typeof target === "string")
    return { operation: target.split(".").at(-1) ?? "", region, input: JSON.parse(body) };
  if (body.includes("Action=")) {
    const input = Object.fromEntries(new URLSearchParams(body));
    return { operation: String(input["Action"]), region, input };
  }
  const [, identity] = /^\/v2\/email\/identities\/([^/?]+)/.exec(path) ?? [];
  return identity === undefined
    ? { operation: path === "/v2/email/account" ? "GetAccount" : path, region, input: {} }
    : { operation: "GetEmailIdentity", region, input: { EmailIdentity: decodeURIComponent(identity) } };
}

const asJson = (answer: Answer): string =>
  JSON.stringify(
    "refuse" in answer ? { __type: answer.refuse, message: answer.message ?? "refused" } : answer,
    // AWS's JSON has times in seconds.
    function (key, value) {
      const raw: unknown = (this as Record<string, unknown>)[key];
      return raw instanceof Date ? raw.getTime() / 1000 : value;
    },
  );

const asXml = (operation: string, answer: Answer): string =>
  "refuse" in answer
    ? `<ErrorResponse><Error><Type>Sender</Type><Code>${answer.refuse}</Code><Message>${answer.message ?? "refused"}</Message></Error></ErrorResponse>`
    : `<${operation}Response><${operation}Result>${xml(answer)}</${operation}Result></${operation}Response>`;

function xml(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `<member>${xml(one)}</member>`).join("");
  if (value instanceof Map)
    return [...value]
      .map(([key, one]) => `<entry><key>${key}</key><value>${xml(one)}</value></entry>`)
      .join("");
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `<${name}>${xml(one)}</${name}>`)
      .join("");
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
