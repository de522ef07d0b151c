import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * A client of AWS registers the class of every error that any of its operations can give, so a bundle carries
 * them all. Those of operations that no function calls are taken from the register: functions read and write
 * items, and read secrets. Were one given all the same, it would be the service's general error, with its own
 * name.
 */
export const slimAws: Plugin = {
  name: "slim-aws",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]client-(dynamodb|secrets-manager)[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => ({ contents: withoutUncalled(await readFile(path, "utf8"), path), loader: "js" }),
    );
  },
};

/** Of backups, exports, imports, replicas and the making of tables; of the writing of secrets. */
const UNCALLED = [
  "(Backup|ContinuousBackups|DuplicateItem|Export|GlobalTable|Import|IndexNotFound|InvalidExportTime)",
  "(InvalidRestoreTime|PointInTime|Policy|Replica[A-Z]|Table)",
  "(EncryptionFailure|InvalidNextToken|MalformedPolicy|PreconditionNotMet|PublicPolicy|ResourceExists)",
].join("|");
const REGISTERED = new RegExp(`^n0_registry\\.registerError\\((${UNCALLED})\\w*\\$, \\w+\\);$`, "gm");
/** What each of them gives, and functions act on. */
const NEEDED = /registerError\((TransactionCanceledException|DecryptionFailure)\$/;

/** @throws Error where the client has become another than this knows */
function withoutUncalled(code: string, path: string): string {
  const slim = code.replace(REGISTERED, "");
  if (slim.length === code.length || !NEEDED.test(slim))
    throw new Error(`the client registers its errors in another way: ${path}, see stacks/bundle/slim-aws.ts`);
  return slim;
}
