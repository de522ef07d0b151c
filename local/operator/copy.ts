import { DatabaseSync } from "node:sqlite";

/**
 * Copies a local database as it is at one instant, while the platform writes to it: this machine's stand-in for
 * point-in-time recovery. @throws Error where the copy is there already
 */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.exec("PRAGMA busy_timeout = 10000");
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
}
