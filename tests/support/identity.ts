import { beforeAll } from "vitest";
import * as Ids from "../../core/kernel/ids/index.ts";

/** Gives the tests of a file secrets of their own to sign tokens with. Call it at the top of the file. */
export function withSecrets(): void {
  beforeAll(() => {
    process.env["JWT_SECRET"] = Ids.secret();
    process.env["CSRF_SECRET"] = Ids.secret();
  });
}
