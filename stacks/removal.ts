import { RemovalPolicy } from "aws-cdk-lib";
import type { StageConfig } from "./config.ts";

/**
 * What becomes of a resource that has a name of its own and holds what is not made again, when its stack goes.
 * The name is taken as long as the resource is there: one that is kept although its stack was never made would
 * have every further try fail. So production keeps it but for that, and any other stage leaves nothing behind.
 */
export const removalOfNamed = ({ stage }: Pick<StageConfig, "stage">): RemovalPolicy =>
  stage === "prod" ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
