import {
  CreatePlatformEndpointCommand,
  DeleteEndpointCommand,
  EndpointDisabledException,
  PublishCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import * as Push from "./push.ts";

/** SNS disables an endpoint after Apple or Google has rejected its token, and returns it again for the same token. */

const sns = mockClient(SNSClient);
afterAll(() => sns.restore());
const endpointArn = "arn:aws:sns:eu-west-3:123456789012:endpoint/APNS/svc/1";
const message = { title: "t", body: "b", data: {} };
const address = { system: "ios", token: "token" } as const;

let isDisabled = false;
beforeEach(() => {
  process.env["PUSH_IOS_APPLICATION_ARN"] = "arn:aws:sns:eu-west-3:123456789012:app/APNS/svc";
  Push.configure({ region: "eu-west-3" });
  isDisabled = true;
  sns.on(CreatePlatformEndpointCommand).resolves({ EndpointArn: endpointArn });
  sns.on(PublishCommand).callsFake(() => {
    if (isDisabled) throw new EndpointDisabledException({ message: "Endpoint is disabled", $metadata: {} });
    return {};
  });
  sns.on(DeleteEndpointCommand).callsFake(() => {
    isDisabled = false;
    return {};
  });
});
afterEach(() => {
  sns.reset();
  delete process.env["PUSH_IOS_APPLICATION_ARN"];
});

describe("a token whose endpoint SNS has disabled", () => {
  it("is reported as invalid if it was registered before that, and its endpoint is deleted at SNS", async () => {
    expect(await Push.send({ ...address, endpointArn }, message)).toBe("dead");
    expect(sns.commandCalls(DeleteEndpointCommand)).toHaveLength(1);
  });

  it("gets a new endpoint and the message if it was registered after that", async () => {
    expect(await Push.send(address, message)).toEqual({ endpointArn });
    expect(sns.commandCalls(PublishCommand)).toHaveLength(2);
  });

  it("is reported as invalid if the new endpoint is disabled as well", async () => {
    sns.on(DeleteEndpointCommand).resolves({});
    expect(await Push.send(address, message)).toBe("dead");
  });
});
