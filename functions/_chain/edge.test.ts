import {
  BatchGetSecretValueCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ORIGIN_SECRET_HEADER } from "../../contract/edge.ts";
import { configure } from "../../core/platform/secrets.ts";
import { fromOurEdge, requireOurEdge } from "./edge.ts";

/** The steps of docs/OPERATIONS.md, one by one: at none of them is what the distribution sends refused. */

const arn = "arn:aws:secretsmanager:eu-west-3:123456789012:secret:svc/prod/ORIGIN_SECRET-a1B2c3";
const manager = mockClient(SecretsManagerClient);
afterAll(() => manager.restore());
let stages: { AWSCURRENT: string; AWSPREVIOUS?: string | undefined };

/** As Secrets Manager does: what was current becomes the previous, and what was previous has no name any more. */
const put = (value: string) => {
  stages = { AWSCURRENT: value, AWSPREVIOUS: stages.AWSCURRENT };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("EDGE_REQUIRED", "true");
  vi.stubEnv("SECRET_ARN_ORIGIN_SECRET", arn);
  stages = { AWSCURRENT: "first" };
  configure({ region: "eu-west-3" });
  manager
    .on(BatchGetSecretValueCommand)
    .callsFake(() => ({ SecretValues: [{ ARN: arn, SecretString: stages.AWSCURRENT }] }));
  manager.on(GetSecretValueCommand, { VersionStage: "AWSPREVIOUS" }).callsFake(() => {
    if (stages.AWSPREVIOUS === undefined)
      throw new ResourceNotFoundException({ message: "no such version", $metadata: {} });
    return { SecretString: stages.AWSPREVIOUS };
  });
});
afterEach(() => {
  manager.reset();
  configure({});
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const served = (sent: string) => fromOurEdge((name) => (name === ORIGIN_SECRET_HEADER ? sent : undefined));

describe("the secret that the distribution sends, while it rotates", () => {
  test("both are taken, by functions that have looked at it before and by those that begin, and an older one is not", async () => {
    expect([await served("first"), await served("second")]).toEqual([true, false]);
    put("second");
    // The distribution does not know of it yet.
    expect(await served("first")).toBe(true);
    later(5);
    expect([await served("first"), await served("second")]).toEqual([true, true]);
    // Some of its edges send the new one already.
    configure({});
    expect([await served("second"), await served("first")]).toEqual([true, true]);
    // All of them do: now it may rotate again.
    put("third");
    later(6);
    expect([await served("second"), await served("third"), await served("first")]).toEqual([
      true,
      true,
      false,
    ]);
    await expect(
      requireOurEdge((name) => (name === ORIGIN_SECRET_HEADER ? "first" : undefined)),
    ).rejects.toMatchObject({ code: "EDGE_REQUIRED" });
  });

  test("a function that has just looked at it takes the new one too, half a minute later", async () => {
    expect(await served("first")).toBe(true);
    put("second");
    later(0.6);
    expect(await served("second")).toBe(true);
  });

  test("one that others know is taken from nobody 5 minutes after it lost its name", async () => {
    put("second");
    expect(await served("first")).toBe(true);
    stages = { AWSCURRENT: "second" };
    later(6);
    expect([await served("first"), await served("second")]).toEqual([false, true]);
  });
});
