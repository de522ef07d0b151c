import { existsSync, readFileSync } from "node:fs";
import { MAX_CONNECTIONS } from "../../core/live/schema.ts";
import { routes, sockets } from "../index.ts";
import { handlerFile, type RouteSpec } from "../route.ts";
import { socketEvents, socketHandlerId } from "../socket.ts";
import { argumentsOf } from "./command.ts";

// npm run routes: prints the list of endpoints, or with --against FILE the endpoints of that table that are missing.

const usage = `npm run routes -- [--against FILE]
  --against FILE  print its endpoints that are missing: tab-separated columns method, path and family`;
const { values } = argumentsOf({ against: { type: "string" } }, { usage, words: false });

function limitOf({ limit }: RouteSpec): string {
  if (limit === undefined) return "-";
  return limit === "plan" ? "the key's plan" : `${limit.max}/${limit.windowSeconds}s per ${limit.by}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Removes the names of a path's parameters: two lists may name them differently. */
const shape = (path: string): string => path.replace(/\{[^}+]+(\+?)\}/g, "{$1}");

/** Returns the path of a WebSocket in the list of endpoints. */
const socketPath = (path: string): string => `{ws_url}${path}`;

const key = (method: string, path: string): string => `${method} ${shape(path)}`;

function compare(file: string): string {
  const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const columns = head.split("\t");
  const listed = lines.map((line) => {
    const cells = line.split("\t");
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    return { family: cell("family"), method: cell("method"), path: cell("path") };
  });
  const existing = new Set([
    ...routes.map((one) => key(one.method, one.path)),
    ...sockets.map((one) => key("WS", socketPath(one.path))),
  ]);
  const missing = listed.filter((one) => !existing.has(key(one.method, one.path)));
  const rows = missing.map((one) => ["missing", one.method, one.path, one.family]);
  const known = new Set(listed.map((one) => key(one.method, one.path)));
  const unlisted = routes.filter((one) => !known.has(key(one.method, one.path)));
  return [
    `${listed.length - missing.length} of ${listed.length} endpoints of ${file} exist.`,
    ...(rows.length > 0 ? ["", table([["", "METHOD", "PATH", "FAMILY"], ...rows])] : []),
    ...(unlisted.length > 0
      ? ["", `Not in the file: ${unlisted.map((one) => `${one.method} ${one.path}`).join(", ")}`]
      : []),
  ].join("\n");
}

const list = (): string =>
  table([
    ["ID", "METHOD", "PATH", "AUTH", "LIMIT", "IMPLEMENTED"],
    ...routes.map((one) => [
      one.id,
      one.method,
      one.path,
      [one.auth, ...(one.roles ?? [])].join(" "),
      limitOf(one),
      existsSync(handlerFile(one)) ? "yes" : "no",
    ]),
    ...sockets.map((one) => [
      one.id,
      "WS",
      socketPath(one.path),
      "none",
      `${MAX_CONNECTIONS} connections per key or ip`,
      socketEvents.every((event) => existsSync(handlerFile({ id: socketHandlerId(one, event) })))
        ? "yes"
        : "no",
    ]),
  ]);

process.stdout.write(`${values.against ? compare(values.against) : list()}\n`);
