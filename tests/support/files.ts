import { readdirSync } from "node:fs";

/** Returns the source files in these folders, without tests. */
export const sourceFiles = (rooms: readonly string[]): string[] =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .map((file) => `${room}/${file}`)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")),
  );

/** Returns the files of route handlers and consumers: no part of their path begins with "_". */
export const endpointFiles = (): string[] =>
  sourceFiles(["functions", "events"]).filter(
    (file) => !file.split("/").some((part) => part.startsWith("_")),
  );
