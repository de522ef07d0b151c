import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { NoTarget } from "../../contract/bin/command.ts";
import { BUCKET_OUTPUT, DELIVERY_STACK } from "../delivery/delivery.ts";
import { outputOf, stackNamed } from "../preflight/aws.ts";

/** The bucket of releases, as the delivery's stack names it. @throws NoTarget where that is not deployed */
export async function releasesBucket(client: CloudFormationClient): Promise<string> {
  const bucket = outputOf(await stackNamed(client, DELIVERY_STACK), BUCKET_OUTPUT);
  if (bucket !== undefined) return bucket;
  throw new NoTarget(
    `there is no stack ${DELIVERY_STACK}: name the bucket of releases with --bucket, or deploy it (docs/OPERATIONS.md, Releases and rollback)`,
  );
}
