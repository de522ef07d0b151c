import { readdirSync } from "node:fs";

/** Source files under these rooms, without tests. */
export const sourceFiles = (rooms: readonly string[]): string[] =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .map((file) => `${room}/${file}`)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")),
  );

/** Files that serve a route or a consumer: those whose path has no part that begins with "_". */
export const endpointFiles = (): string[] =>
  sourceFiles(["functions", "events"]).filter(
    (file) => !file.split("/").some((part) => part.startsWith("_")),
  );
