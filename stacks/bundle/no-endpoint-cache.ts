/**
 * Replaces `@aws-sdk/endpoint-cache` in a Lambda's bundle. DynamoDB's client creates a cache of discovered endpoints, with a package
 * for it, but discovery is off unless `endpointDiscoveryEnabled` or `AWS_ENABLE_ENDPOINT_DISCOVERY` asks for it, and nothing
 * here does.
 */
export class EndpointCache {
  getEndpoint(): never {
    throw new Error("endpoint discovery is off: see stacks/bundle/no-endpoint-cache.ts");
  }
}
