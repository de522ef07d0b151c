import type { Version } from "../../public/schemas.ts";
import type { RouteSpec } from "../../route.ts";

/** Generates code samples that call an operation, for its page in a reference. */

/** A request and a platform's response. `npm run openapi:examples` records them. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** Examples by operation id. */
export type Examples = Readonly<Record<Version, Readonly<Record<string, Example>>>>;

interface Call {
  readonly spec: RouteSpec;
  /** As in the document: `/v1/wallets/{id}`. */
  readonly path: string;
  readonly example: Example | undefined;
  readonly server: string;
  /** The URL with the example's values. */
  readonly url: string;
}

export function codeSamples(spec: RouteSpec, path: string, example: Example | undefined, server: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example?.params?.[name] ?? name.toUpperCase()),
  );
  const query = new URLSearchParams(example?.query).toString();
  const call = { spec, path, example, server, url: `${server}${filled}${query === "" ? "" : `?${query}`}` };
  return [
    { lang: "Shell", label: "curl", source: curl(call) },
    { lang: "TypeScript", label: "TypeScript (@svc/sdk)", source: typescript(call) },
    { lang: "Python", label: "Python", source: python(call) },
  ];
}

const json = (value: unknown, indent?: number): string => JSON.stringify(value, null, indent);

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ spec, example, url }: Call): string {
  const body = example?.body === undefined ? undefined : json(example.body);
  const { pathname, search } = new URL(url, "https://svc.example");
  const signing = spec.signed
    ? [
        `body=${shellQuote(body ?? "")}`,
        "at=$(date +%s)",
        `digest=$(printf %s "$body" | openssl dgst -sha256 -hex | sed 's/.*= //')`,
        `signature=$(printf %s "$at.${spec.method}.${pathname}${search}.$digest" | openssl dgst -sha256 -hmac "$SVC_SIGNING_SECRET" -hex | sed 's/.*= //')`,
        "",
      ]
    : [];
  const flags = [
    ...(spec.method === "GET" ? [] : [`-X ${spec.method}`]),
    '-H "Authorization: Bearer $SVC_API_KEY"',
    ...(spec.idempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(spec.signed ? ['-H "X-Svc-Timestamp: $at"', '-H "X-Svc-Signature: v1=$signature"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(body === undefined ? [] : [spec.signed ? '--data-raw "$body"' : `--data-raw ${shellQuote(body)}`]),
  ];
  return [...signing, [`curl ${shellQuote(url)}`, ...flags].join(" \\\n  ")].join("\n");
}

function typescript({ spec, path, example, server }: Call): string {
  const params = {
    ...(example?.params && Object.keys(example.params).length > 0 && { path: example.params }),
    ...(example?.query && Object.keys(example.query).length > 0 && { query: example.query }),
  };
  const init = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(example?.body !== undefined && { body: example.body }),
  };
  const requestInit = Object.keys(init).length > 0 ? `, ${literal(init)}` : "";
  const options = [
    `baseUrl: ${json(server)}`,
    "apiKey: process.env.SVC_API_KEY",
    ...(spec.signed ? ["signingSecret: process.env.SVC_SIGNING_SECRET"] : []),
  ];
  return `import { createClient } from "@svc/sdk";

const svc = createClient({
${options.map((one) => `  ${one},\n`).join("")}});
const answer = await svc.${spec.method.toLowerCase()}("${path}"${requestInit});
console.log(answer);`;
}

/** Formats a value as a TypeScript literal: names are quoted only if necessary. */
const literal = (value: unknown): string => json(value, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");

/** Formats a value as a Python literal. */
function pythonic(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonic).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as object)
      .map(([name, one]) => `${json(name)}: ${pythonic(one)}`)
      .join(", ")}}`;
  return json(value);
}

function python({ spec, example, url }: Call): string {
  const body = example?.body;
  const imports = [
    ...(spec.signed ? ["hashlib", "hmac", "json"] : []),
    "os",
    ...(spec.signed ? ["time"] : []),
    ...(spec.idempotent ? ["uuid"] : []),
  ];
  const { pathname, search } = new URL(url, "https://svc.example");
  const signing = spec.signed
    ? `
body = json.dumps(${pythonic(body)}).encode()
at = str(int(time.time()))
text = f"{at}.${spec.method}.${pathname}${search}.{hashlib.sha256(body).hexdigest()}"
mac = hmac.new(os.environ["SVC_SIGNING_SECRET"].encode(), text.encode(), hashlib.sha256)
`
    : "";
  const headers = [
    `"Authorization": f"Bearer {os.environ['SVC_API_KEY']}"`,
    ...(spec.idempotent ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(spec.signed
      ? [
          '"X-Svc-Timestamp": at',
          `"X-Svc-Signature": "v1=" + mac.hexdigest()`,
          '"Content-Type": "application/json"',
        ]
      : []),
  ];
  const sent = body === undefined ? "" : spec.signed ? "\n    data=body," : `\n    json=${pythonic(body)},`;
  return `${imports.map((name) => `import ${name}`).join("\n")}
import requests
${signing}
answer = requests.${spec.method.toLowerCase()}(
    ${json(url)},
    headers={${headers.join(", ")}},${sent}
    timeout=30,
)
answer.raise_for_status()
print(answer.json())`;
}
