import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { S3Client } from "@aws-sdk/client-s3";
import { argumentsOf, refuse, write as say } from "../../contract/bin/command.ts";
import { current, history, keep, note } from "./history.ts";
import { regions, releasesBucket, writeDeployed } from "./templates.ts";

/**
 * `npm run release -- …`: what the workflow of deployments asks for. Exits with 1 where it fails, with 2 where it was
 * called wrongly.
 */

const usage = `npm run release -- templates FOLDER --stage NAME        writes the templates that are deployed into a folder
npm run release -- begin RELEASE ARCHIVE --stage NAME   keeps a release's assembly, packed, and notes that it is being deployed
npm run release -- done RELEASE --stage NAME            notes that it is deployed
npm run release -- list --stage NAME                    what was deployed, the oldest first
  --bucket NAME   the bucket of releases, where the delivery's stack does not say`;

const {
  values: { stage = refuse("Name the stage.", { usage }), bucket },
  positionals: [command = "", first, second],
} = argumentsOf({ stage: { type: "string" }, bucket: { type: "string" } }, { usage });
const cloudFormation = new CloudFormationClient({});
const placeOf = async () => ({
  client: new S3Client({}),
  bucket: bucket ?? (await releasesBucket(cloudFormation)),
  stage,
});

switch (command) {
  case "templates":
    say(
      `${await writeDeployed(regions(), stage, first ?? refuse("Name the folder.", { usage }))} stacks of ${stage} are deployed`,
    );
    break;
  case "begin": {
    const release = first ?? refuse("Name the release.", { usage });
    const place = await placeOf();
    await keep(place, release, second ?? refuse("Name the archive.", { usage }));
    await note(place, { release, what: "begun" });
    break;
  }
  case "done":
    await note(await placeOf(), { release: first ?? refuse("Name the release.", { usage }), what: "done" });
    break;
  case "list": {
    const marks = await history(await placeOf());
    for (const { release, what } of marks) say(`${release}  ${what}`);
    say(`now: ${current(marks) ?? "none"}`);
    break;
  }
  default:
    refuse(command === "" ? "Say what to do." : `"${command}" says nothing to do.`, { usage });
}
