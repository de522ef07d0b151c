import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Version } from "../../contract/public/amount.ts";
import type { RouteSpec } from "../../contract/route.ts";

/** Versions of the public API (spec 1, section 9). */

/** By which version a request came. What has no versions is as the first. */
export const versionOf = ({ rawPath }: Pick<APIGatewayProxyEventV2, "rawPath">): Version =>
  rawPath.startsWith("/v2/") ? "v2" : "v1";

/**
 * What a client of the public API is told of the version that answers, and of a route that will go: RFC 9745
 * (`Deprecation`), RFC 8594 (`Sunset`).
 */
export function versionHeaders(
  { family, deprecated }: RouteSpec,
  event: APIGatewayProxyEventV2,
): Record<string, string> {
  if (family !== "public") return {};
  return {
    "x-svc-version": versionOf(event) === "v2" ? "v2-beta" : "v1",
    ...(deprecated && {
      deprecation: `@${Date.parse(deprecated.since) / 1000}`,
      sunset: new Date(deprecated.sunset).toUTCString(),
      link: `<${deprecated.see}>; rel="deprecation"; type="text/html"`,
    }),
  };
}
