import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import "@svc/local-aws/lambda/streaming";
import { problemsOf } from "../contract/check.ts";
import { consumers } from "../contract/consumers.ts";
import { routes, sockets } from "../contract/index.ts";
import { openApi } from "../contract/openapi.ts";
import { handlerFile, isRoute, type RouteSpec, route } from "../contract/route.ts";
import { problemsOf as settingProblems, settings } from "../contract/settings.ts";
import { pages } from "../local/docs.ts";
import { endpointFiles, sourceFiles } from "./support/files.ts";

describe("the contract", () => {
  it("has a handler for each route, a route for each handler, and no duplicate path", () => {
    expect(problemsOf(routes, consumers, endpointFiles(), sockets)).toEqual([]);
  });

  it("is served by files that export a handler", async () => {
    for (const one of [...routes.map(handlerFile), "functions/_chain/fallback.ts"]) {
      const module = (await import(join(process.cwd(), one))) as { handler?: unknown };
      expect(module.handler, one).toBeTypeOf("function");
    }
  });

  it("defines each route in the file that its id names, as a.b.create in contract/a/b.ts, and lists it in `routes`", async () => {
    const stated = await Promise.all(
      sourceFiles(["contract"])
        .filter((file) => !file.startsWith("contract/bin/"))
        .map(async (file) => {
          const module = (await import(join(process.cwd(), file))) as Record<string, unknown>;
          return Object.entries(module).flatMap(([name, value]) =>
            isRoute(value) ? [{ file, name, value }] : [],
          );
        }),
    );
    for (const { file, name, value } of stated.flat()) {
      const [last = "", ...parents] = value.id.split(".").toReversed();
      expect(file, value.id).toBe(`contract/${parents.toReversed().join("/")}.ts`);
      expect(name, value.id).toBe(last.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    }
    expect(new Set(stated.flat().map(({ value }) => value))).toEqual(new Set(routes));
    for (const { id } of sockets) expect(existsSync(`contract/${id.replaceAll(".", "/")}.ts`), id).toBe(true);
  });

  const good = route({
    id: "a.one",
    method: "GET",
    path: "/a/{id}",
    family: "web",
    summary: "",
    auth: "none",
    responses: { 200: { description: "" } },
  });
  it.each<[string, readonly RouteSpec[], readonly string[], string]>([
    ["a route without its handler", [{ ...good, path: "/a" }], [], "route a.one has no functions/a/one.ts"],
    [
      "a concurrent count with a limit by address",
      [
        {
          ...good,
          countsConcurrently: true,
          limit: { bucket: "a", max: 1, windowSeconds: 1, by: "ip" },
        },
      ],
      [],
      "a.one: concurrent counting needs a limit by actor, and a route that is neither idempotent nor streamed",
    ],
    [
      "a handler without its route",
      [],
      ["functions/a/lost.ts"],
      "functions/a/lost.ts serves no route, consumer or socket",
    ],
    [
      "a duplicate path with another parameter name",
      [good, { ...good, id: "a.two", path: "/a/{other}" }],
      [],
      "two routes serve GET /a/{}",
    ],
    ["a duplicate id", [good, good], [], "two routes have the id a.one"],
    ["a path parameter without a schema", [good], [], "a.one: path parameter id has no schema"],
    [
      "a provider's route that does not state why it has no limit",
      [{ ...good, auth: "signature" }],
      [],
      "a.one: a provider's route must state why it has no limit",
    ],
    [
      "a limit on a provider's route",
      [{ ...good, auth: "signature", limit: { bucket: "a", max: 1, windowSeconds: 1, by: "ip" } }],
      [],
      "a.one: a provider's calls are not counted, so it cannot have a limit",
    ],
    [
      "a reason for no limit on a route without auth",
      [{ ...good, unlimited: "It is quick." }],
      [],
      "a.one: only a provider's route may have no limit",
    ],
    ["a route without auth and without a limit", [good], [], "a.one: a route without auth needs a limit"],
    [
      "a recent proof on a route without a session",
      [{ ...good, proof: "always" }],
      [],
      "a.one: a recent proof needs a session",
    ],
    [
      "a recent proof without write access",
      [{ ...good, auth: "mobile", proof: "always", grants: { table: "read" } }],
      [],
      "a.one: a recent proof needs write access to the table, to use up codes and assertions",
    ],
    [
      "a change of credentials without a rule of proof",
      [{ ...good, auth: "session", grants: { table: "write", credentials: ["apiKey"] } }],
      [],
      "a.one: touches credentials: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "the end of a session without a rule of proof",
      [{ ...good, method: "DELETE", path: "/a/sessions/{id}", auth: "session", grants: { table: "write" } }],
      [],
      "a.one: touches credentials: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "a shown secret without a rule of proof",
      [
        {
          ...good,
          auth: "mobile",
          responses: { 200: { description: "", headers: { "Cache-Control": "no-store" } } },
        },
      ],
      [],
      "a.one: touches secrets: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "an export without a rule of proof",
      [{ ...good, auth: "session", grants: { table: "read", objects: "read" } }],
      [],
      "a.one: touches exports: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "a payment without a rule of proof",
      [{ ...good, method: "POST", auth: "mobile", idempotent: true, grants: { table: "write" } }],
      [],
      "a.one: touches money: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "a change by an administrator without a rule of proof",
      [{ ...good, method: "POST", auth: "admin", grants: { table: "write" } }],
      [],
      "a.one: touches other users' accounts: state in proof when it needs a recent one, or in notNeeded why not",
    ],
    [
      "a route without a successful response",
      [{ ...good, responses: {} }],
      [],
      "a.one: names no successful response",
    ],
  ])("reports %s", (_, list, files, problem) => {
    expect(problemsOf(list, [], files)).toContain(problem);
  });
});

/** Routes of the app that need a device's session. The web has its own routes for signing out, proofs and verification. */
const DEVICE_ONLY = [
  "mobile.notifications.register",
  "mobile.notifications.unregister",
  "mobile.sync.pull",
  "mobile.sync.push",
  "mobile.sync.status",
  "mobile.user.devices.list",
  "mobile.user.devices.revoke",
];

describe("the OpenAPI document", () => {
  const document = openApi(routes, "http://localhost:3000", "0.0.0", sockets) as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: object; description: string; security: object[] }>
    >;
  };

  it("passes redocly's lint without an error", { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-openapi-"));
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    try {
      const output = execFileSync(
        "redocly",
        ["lint", file, "--skip-rule=no-unused-components", "--format=stylish"],
        { encoding: "utf8", stdio: "pipe" },
      );
      expect(output).not.toContain("error");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("lists the app's token, a web token and the cookie for the routes of a person, and one client's for the others", () => {
    const credentialsOf = ({ path, method }: (typeof routes)[number]) => {
      const operation = document.paths[path.replaceAll("+}", "}")]?.[method.toLowerCase()];
      return operation?.security.flatMap((one) => Object.keys(one));
    };
    const ofPersons = routes.filter(({ auth }) => auth === "person");
    expect(ofPersons.length).toBeGreaterThan(70);
    for (const one of ofPersons) expect(credentialsOf(one), one.id).toEqual(["mobile", "bearer", "cookie"]);
    for (const one of routes.filter(({ auth }) => auth === "mobile"))
      expect(credentialsOf(one), one.id).toEqual(["mobile"]);
    const onDevice = routes.filter(({ auth, id }) => auth === "mobile" && !id.startsWith("mobile.auth."));
    expect(onDevice.map(({ id }) => id).sort()).toEqual(DEVICE_ONLY);
  });

  it("describes every route with its request body and its error responses", () => {
    for (const one of routes) {
      const path = document.paths[one.path.replaceAll("+}", "}")];
      const operation = path?.[one.method === "ANY" ? "post" : one.method.toLowerCase()];
      expect(operation?.operationId, one.id).toContain(one.id);
      expect(Object.keys(operation?.responses ?? {}), one.id).toContain("500");
      if (one.signInAt) expect(Object.keys(operation?.responses ?? {}), one.id).toContain("302");
      expect("requestBody" in (operation ?? {}), one.id).toBe(
        one.request?.body !== undefined || one.request?.form !== undefined,
      );
      if (one.limit) expect(Object.keys(operation?.responses ?? {}), one.id).toContain("429");
    }
  });
});

describe("the document's schemas", () => {
  const document = openApi(routes, "http://localhost:3000", "0.0.0", sockets);
  const found: { readonly pattern?: unknown; readonly schema: Record<string, unknown> }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const schema = value as Record<string, unknown>;
    if (typeof schema["pattern"] === "string") found.push({ pattern: schema["pattern"], schema });
    for (const one of Object.values(schema)) walk(one);
  };
  walk(document);

  it("have patterns with the same meaning with and without the flag u", () => {
    expect(found.length).toBeGreaterThan(100);
    const texts = [
      "",
      "FR",
      "fr",
      "Ada",
      "ÉÈ",
      "漢字",
      "p{Lu}",
      "12.5",
      "eur",
      "EuR",
      "\u0085",
      "a\nb",
      "\u2028",
    ];
    for (const pattern of new Set(found.map((one) => String(one.pattern)))) {
      expect(pattern).not.toMatch(/\\[pP]\{|\\u\{/);
      const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
      for (const text of texts) expect(plain.test(text), `${pattern} of ${text}`).toBe(unicode.test(text));
    }
  });

  it("cannot have a pattern with a flag, because the document would lose the flag", () => {
    const flagged = route({
      id: "a.flagged",
      method: "POST",
      path: "/a",
      family: "web",
      summary: "",
      auth: "none",
      request: { body: z.object({ country: z.string().regex(/^[a-z]{2}$/i) }) },
      responses: { 204: { description: "" } },
    });
    expect(() => openApi([flagged], "", "")).toThrow("without flags");
  });
});

describe("error codes", () => {
  it("are each defined once, so that clients can switch on them", () => {
    const codes = sourceFiles(["core", "contract", "functions", "events"]).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bdefineError\(([^,]+),/g)].map(([, code = ""]) =>
        code.trim(),
      ),
    );
    expect(codes).toContain('"WALLET_EXISTS"');
    expect(codes.filter((code) => !/^"[A-Z][A-Z0-9_]+"$/.test(code))).toEqual([]);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});

describe("the environment", () => {
  it("is documented in .env.example, with exactly the variables that the code reads", () => {
    const read = new Set(
      sourceFiles(["core", "functions", "events", "local", "stacks", "contract"]).flatMap((file) =>
        [
          ...readFileSync(file, "utf8").matchAll(
            /\benv(?:Int|Flag)?\(\s*"([A-Z0-9_]+)"|\bsecret\("([A-Z0-9_]+)"\)/g,
          ),
        ].map(([, variable, secret]) => variable ?? secret ?? ""),
      ),
    );
    const explained = new Set(
      [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name),
    );
    expect([...read].filter((name) => !explained.has(name))).toEqual([]);
    const everywhere = sourceFiles(["core", "functions", "events", "local", "stacks", "contract"])
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    expect([...explained].filter((name) => !everywhere.includes(name))).toEqual([]);
  });
});

describe("the settings", () => {
  it("have a rule for every variable of .env.example, and accept its example value", () => {
    const examples = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z0-9_]+)=(.*)$/gm)];
    for (const [, name = "", text = ""] of examples) {
      if (name.startsWith("QUEUE_URL_")) continue;
      expect(Object.keys(settings), name).toContain(name);
      expect(settingProblems({ [name]: text }), name).toEqual([]);
    }
  });

  it.each([
    ["PORT", "3000x", 'PORT must be a whole number from 0 to 65535, got "3000x"'],
    ["BCRYPT_COST", "99", 'BCRYPT_COST must be a whole number from 4 to 15, got "99"'],
    [
      "PRICE_SOURCE",
      "foo",
      'PRICE_SOURCE must be one or more of simulated, binance, coingecko, comma-separated, got "foo"',
    ],
    ["FAUCET_ENABLED", "yes", 'FAUCET_ENABLED must be "true" or "false", got "yes"'],
    [
      "CORS_ORIGINS",
      "https://a.example/x",
      'CORS_ORIGINS must be origins such as https://shop.example, comma-separated, without a path, got "https://a.example/x"',
    ],
    ["JWT_SECRET", "short", "JWT_SECRET must be 32 bytes or more"],
  ])("report the problem of %s=%s, and never the value of a secret", (name, value, problem) => {
    expect(settingProblems({ [name]: value })).toEqual([problem]);
  });
});

describe("imports of packages", () => {
  const against: readonly (readonly [string, string])[] = [
    ["core/x/a.ts", "@aws-sdk/client-sqs"],
    ["core/x/b.ts", "stripe"],
    ["core/platform/x.ts", "@middy/core"],
    ["functions/x/a.ts", "@aws-sdk/client-dynamodb"],
    ["events/x.ts", "stripe"],
  ];
  const along: readonly (readonly [string, string])[] = [
    ["core/platform/good.ts", "@aws-sdk/client-sqs"],
    ["functions/x/good.ts", "@middy/core"],
  ];

  it("fail the lint in a folder that must not use the package, and pass in the folder that may", () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-imports-"));
    try {
      copyFileSync("biome.json", join(folder, "biome.json"));
      for (const [file, imported] of [...against, ...along]) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), `import * as it from "${imported}";\n\nexport default it;\n`);
      }
      const { stdout } = spawnSync("biome", ["lint", "--vcs-enabled=false", "--reporter=json", "."], {
        cwd: folder,
        encoding: "utf8",
      });
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: { category: string; location: { path: string | { file: string } } }[];
      };
      const refused = diagnostics
        .filter((one) => one.category.endsWith("noRestrictedImports"))
        .map(({ location: { path } }) => (typeof path === "string" ? path : path.file));
      expect(new Set(refused)).toEqual(new Set(against.map(([file]) => file)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it.each(Object.entries(pages))("%s is up to date (npm run docs)", async (file, page) => {
  expect(readFileSync(file, "utf8")).toBe(await page());
});
