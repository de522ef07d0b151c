import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * DynamoDB's client registers the class of every error that any of its operations can give, so a bundle
 * carries them all. Those of backups, exports, imports, replicas and the making of tables are taken from the
 * register: functions read and write items. Were one given all the same, it would be the service's general
 * error, with its own name.
 */
export const slimDynamoDb: Plugin = {
  name: "slim-dynamodb",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => ({ contents: withoutManagement(await readFile(path, "utf8")), loader: "js" }),
    );
  },
};

const MANAGEMENT =
  /^n0_registry\.registerError\((Backup|ContinuousBackups|DuplicateItem|Export|GlobalTable|Import|IndexNotFound|InvalidExportTime|InvalidRestoreTime|PointInTime|Policy|Replica[A-Z]|Table)\w+\$, \w+\);$/gm;

/** @throws Error where the client has become another than this knows */
function withoutManagement(code: string): string {
  const slim = code.replace(MANAGEMENT, "");
  if (slim.length === code.length || !slim.includes("registerError(TransactionCanceledException$"))
    throw new Error(
      "DynamoDB's client registers its errors in another way: see stacks/bundle/slim-dynamodb.ts",
    );
  return slim;
}
