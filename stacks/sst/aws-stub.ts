import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * As much of AWS as `sst build` asks for: who am I (STS), and whether the account is bootstrapped
 * (CloudFormation). With it a build needs no account, no credentials and no network.
 */
export async function startAwsStub(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const asked = new URLSearchParams(body);
    const answer =
      asked.get("Action") === "GetCallerIdentity" ? identity : stack(asked.get("StackName") ?? "");
    response.setHeader("content-type", "text/xml").end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/build</Arn><UserId>AIDAEXAMPLE</UserId>
</GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** The versions that SST 2.49.8 takes for up to date. */
const versions = [
  ["BootstrapVersion", "30"],
  ["Version", "7.4"],
  ["BucketName", "bootstrap-bucket"],
];

const stack = (name: string): string =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
<StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${versions
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
