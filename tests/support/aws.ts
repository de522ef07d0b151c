import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What operators' tools ask of AWS beside the table and the queues, answered on this machine: outputs of stacks, and
 * lines of logs. The tools reach it by `AWS_ENDPOINT_URL`, with the SDK's own clients.
 */
export interface AwsDouble {
  readonly url: string;
  /** Outputs by the name of their stack. */
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
  /** Lines by the name of their log group. */
  readonly logs: Map<string, readonly string[]>;
  /** What was asked for, as `CloudFormation.DescribeStacks svc-dev-platform`. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const xml = (text: string): string =>
  text.replace(/[<>&]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[sign] ?? sign);

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function describe(name: string, outputs: Readonly<Record<string, string>> | undefined): Reply {
  if (!outputs)
    return {
      status: 400,
      type: "text/xml",
      body: `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${xml(name)} does not exist</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
    };
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${xml(key)}</OutputKey><OutputValue>${xml(value)}</OutputValue></member>`,
  );
  const stack = `<StackName>${xml(name)}</StackName><StackId>arn:aws:cloudformation:eu-west-3:123456789012:stack/${xml(name)}/1</StackId><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${members.join("")}</Outputs>`;
  return {
    status: 200,
    type: "text/xml",
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}

/** Lines with any of the words of a pattern like `?"a" ?"b"`. */
function filter(lines: readonly string[] | undefined, pattern: string): Reply {
  const words = [...pattern.matchAll(/\?"([^"]+)"/g)].map(([, word = ""]) => word);
  const found = (lines ?? []).filter((line) => words.some((word) => line.includes(word)));
  const type = "application/x-amz-json-1.1";
  return lines
    ? { status: 200, type, body: JSON.stringify({ events: found.map((message) => ({ message })) }) }
    : { status: 400, type, body: JSON.stringify({ __type: "ResourceNotFoundException" }) };
}

export async function startAwsDouble(): Promise<AwsDouble> {
  const double = {
    stacks: new Map<string, Readonly<Record<string, string>>>(),
    logs: new Map<string, readonly string[]>(),
    asked: [] as string[],
  };
  const answer = (target: string, body: string): Reply => {
    if (target === "") {
      const form = new URLSearchParams(body);
      const name = form.get("StackName") ?? "";
      double.asked.push(`CloudFormation.${form.get("Action")} ${name}`);
      return describe(name, double.stacks.get(name));
    }
    const { logGroupName = "", filterPattern = "" } = JSON.parse(body);
    double.asked.push(`${target} ${logGroupName}`);
    return filter(double.logs.get(logGroupName), filterPattern);
  };
  const server = createServer((request, response) => {
    read(request).then((body) => {
      const { status, type, body: text } = answer(String(request.headers["x-amz-target"] ?? ""), body);
      response.writeHead(status, { "content-type": type }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...double,
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
