import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { S3Client } from "@aws-sdk/client-s3";
import { argumentsOf, exitWithUsage, write as say } from "../../contract/bin/command.ts";
import { current, history, recordMark, store } from "./history.ts";
import { regions, releasesBucket, writeDeployed } from "./templates.ts";

/** `npm run release -- …`: the commands of the deployment workflow. Exits with 1 on failure, 2 on wrong usage. */

const usage = `npm run release -- templates FOLDER --stage NAME        writes the deployed templates into a folder
npm run release -- begin RELEASE ARCHIVE --stage NAME   stores a release's packed assembly and records that its deployment begins
npm run release -- done RELEASE --stage NAME            records that it is deployed
npm run release -- list --stage NAME                    lists the releases, oldest first
  --bucket NAME   the bucket of releases; defaults to the delivery stack's output`;

const {
  values: { stage = exitWithUsage("Name the stage.", { usage }), bucket },
  positionals: [command = "", first, second],
} = argumentsOf({ stage: { type: "string" }, bucket: { type: "string" } }, { usage });
const cloudFormation = new CloudFormationClient({});
const storeOf = async () => ({
  client: new S3Client({}),
  bucket: bucket ?? (await releasesBucket(cloudFormation)),
  stage,
});

switch (command) {
  case "templates":
    say(
      `${await writeDeployed(regions(), stage, first ?? exitWithUsage("Name the folder.", { usage }))} stacks of ${stage} are deployed`,
    );
    break;
  case "begin": {
    const release = first ?? exitWithUsage("Name the release.", { usage });
    const place = await storeOf();
    await store(place, release, second ?? exitWithUsage("Name the archive.", { usage }));
    await recordMark(place, { release, what: "begun" });
    break;
  }
  case "done":
    await recordMark(await storeOf(), {
      release: first ?? exitWithUsage("Name the release.", { usage }),
      what: "done",
    });
    break;
  case "list": {
    const marks = await history(await storeOf());
    for (const { release, what } of marks) say(`${release}  ${what}`);
    say(`now: ${current(marks) ?? "none"}`);
    break;
  }
  default:
    exitWithUsage(command === "" ? "Name a command." : `There is no command ${command}.`, { usage });
}
