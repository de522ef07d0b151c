/**
 * Stands in for `@aws-sdk/middleware-endpoint-discovery` in a Lambda's bundle. With it a client asks the
 * service at which address to call it; DynamoDB's is found from its region, and no client of ours turns it on.
 * Every bundle would carry the module and its cache, 8 KB.
 */

/** Off, whatever the environment says: what is not here cannot be turned on. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: (): boolean => false,
  configFileSelector: (): boolean => false,
  default: false,
};

export const resolveEndpointDiscoveryConfig = <T extends object>(config: T): T => config;
