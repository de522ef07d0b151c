import {
  BatchGetSecretValueCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ORIGIN_SECRET_HEADER } from "../../contract/edge.ts";
import { configure } from "../../core/platform/secrets.ts";
import { fromOurEdge, requireOurEdge } from "./edge.ts";

/** The steps of the rotation in docs/OPERATIONS.md. The secret that the distribution sends is accepted at each of them. */

const arn = "arn:aws:secretsmanager:eu-west-3:123456789012:secret:svc/prod/ORIGIN_SECRET-a1B2c3";
const manager = mockClient(SecretsManagerClient);
afterAll(() => manager.restore());
let stages: { AWSCURRENT: string; AWSPREVIOUS?: string | undefined };

/** As Secrets Manager does: the current version becomes the previous one, and the previous one loses its label. */
const putSecret = (value: string) => {
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
const accepts = (sent: string) => fromOurEdge((name) => (name === ORIGIN_SECRET_HEADER ? sent : undefined));

describe("the check of the origin secret, during a rotation,", () => {
  it("accepts the current and the previous secret, and rejects an older one, in warm and new functions", async () => {
    expect([await accepts("first"), await accepts("second")]).toEqual([true, false]);
    putSecret("second");
    // The distribution still sends the first secret.
    expect(await accepts("first")).toBe(true);
    later(5);
    expect([await accepts("first"), await accepts("second")]).toEqual([true, true]);
    // Some edge locations already send the second secret.
    configure({});
    expect([await accepts("second"), await accepts("first")]).toEqual([true, true]);
    // All edge locations send the second secret, so it may rotate again.
    putSecret("third");
    later(6);
    expect([await accepts("second"), await accepts("third"), await accepts("first")]).toEqual([
      true,
      true,
      false,
    ]);
    await expect(
      requireOurEdge((name) => (name === ORIGIN_SECRET_HEADER ? "first" : undefined)),
    ).rejects.toMatchObject({ code: "EDGE_REQUIRED" });
  });

  it("accepts the new secret half a minute after a function read the old one", async () => {
    expect(await accepts("first")).toBe(true);
    putSecret("second");
    later(0.6);
    expect(await accepts("second")).toBe(true);
  });

  it("rejects a secret at the latest 6 minutes after it lost its version label", async () => {
    putSecret("second");
    expect(await accepts("first")).toBe(true);
    stages = { AWSCURRENT: "second" };
    later(6);
    expect([await accepts("first"), await accepts("second")]).toEqual([false, true]);
  });
});
