import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, test } from "vitest";
import { regionalEndpoint } from "./regional-endpoint.ts";

const REGIONS = ["eu-west-3", "us-east-1", "ap-southeast-2", "cn-north-1", "us-gov-west-1", "eusc-de-east-1"];
const CLIENTS = [
  ["dynamodb", new DynamoDBClient()],
  ["secretsmanager", new SecretsManagerClient()],
  ["sqs", new SQSClient()],
] as const;

describe.each(CLIENTS)("the address that a bundle's client of %s calls", (service, client) => {
  const ours = regionalEndpoint(service);
  const theirs = client.config.endpointProvider;

  test.each(REGIONS)("is the client's own in %s", (Region) => {
    const parameters = { Region, UseFIPS: false, UseDualStack: false };
    const { url, properties = {}, headers = {} } = theirs(parameters);
    expect(ours(parameters)).toEqual({ url, properties, headers });
  });

  test("is the one that is set", () => {
    const parameters = { Region: "eu-west-3", Endpoint: "http://127.0.0.1:8000/" };
    expect(ours(parameters).url.href).toBe(theirs(parameters).url.href);
  });

  test("is none where the region's plain one is not meant", () => {
    for (const given of [
      { UseFIPS: true },
      { UseDualStack: true },
      { Region: "us-iso-east-1" },
      { Region: undefined },
    ])
      expect(() => ours({ Region: "eu-west-3", ...given } as object)).toThrow("regional-endpoint.ts");
  });
});
