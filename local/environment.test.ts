import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { secrets } from "../contract/secrets.ts";
import { localSecrets, platformVariables, providerVariables, setVariables } from "./environment.ts";

const folder = mkdtempSync(join(tmpdir(), "environment-"));
const restores: (() => void)[] = [];
const given = (variables: Record<string, string | undefined>) => restores.push(setVariables(variables));
afterEach(() => {
  for (const restore of restores.splice(0).reverse()) restore();
});
afterAll(() => rmSync(folder, { recursive: true }));

const variables = () =>
  platformVariables({
    publicUrl: "http://localhost:3000",
    gateway: "http://127.0.0.1:3000",
    dynamodb: "http://127.0.0.1:1",
    queues: {
      endpoint: "http://127.0.0.1:2",
      names: ["notifications"],
      url: (name) => `http://127.0.0.1:2/0/${name}`,
    },
    secrets: { JWT_SECRET: "value" },
    tableName: "t",
  });

test("localSecrets() creates every secret of the contract once, in a file that only its owner can read", () => {
  const made = localSecrets(folder);
  expect(Object.keys(made).sort()).toEqual(Object.keys(secrets).sort());
  expect(new Set(Object.values(made)).size).toBe(Object.keys(secrets).length);
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(localSecrets(folder)).toEqual(made);
});

test("the local variables replace a developer's own settings only if these lead to AWS", () => {
  given({
    JWT_SECRET: "mine",
    FAUCET_ENABLED: "false",
    AWS_PROFILE: "company",
    AWS_ACCESS_KEY_ID: "AKIA",
    AWS_SESSION_TOKEN: "t",
    AWS_ENDPOINT_URL_DYNAMODB: "https://dynamodb.eu-west-1.amazonaws.com",
  });
  const set = variables();
  expect(set).not.toHaveProperty("JWT_SECRET");
  expect(set).not.toHaveProperty("FAUCET_ENABLED");
  expect(set).toMatchObject({
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
    AWS_ACCESS_KEY_ID: "local",
    AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
    QUEUE_URL_NOTIFICATIONS: "http://127.0.0.1:2/0/notifications",
  });
});

test("providerVariables() does not replace a provider that the developer has configured", () => {
  given({ GITHUB_CLIENT_ID: "mine", GOOGLE_CLIENT_ID: undefined });
  const set = providerVariables("http://localhost:1", "http://localhost:2");
  expect(Object.keys(set).sort()).toEqual(["GOOGLE_CLIENT_ID", "GOOGLE_ISSUER"]);
});

test("the function that setVariables() returns restores the environment", () => {
  given({ SVC_TEST_A: "before", SVC_TEST_B: undefined });
  const restore = setVariables({ SVC_TEST_A: undefined, SVC_TEST_B: "set" });
  expect([process.env["SVC_TEST_A"], process.env["SVC_TEST_B"]]).toEqual([undefined, "set"]);
  restore();
  expect([process.env["SVC_TEST_A"], process.env["SVC_TEST_B"]]).toEqual(["before", undefined]);
});
